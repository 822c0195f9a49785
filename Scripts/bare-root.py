#!/usr/bin/env python3
"""Installs each package of dist/ in a bare Debian root, without Swift, compiler or network, and runs there what users run: self-check, the README's
commands, an engine of one's own under libFuzzer, the steps of action.yml, of GitLab and of pre-commit, and the Dockerfile.

Usage: Scripts/bare-root.py [--dist FOLDER] [--partial] [PART...]      parts: tarball wheel deb engine action gitlab hooks docker; all without any
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / ".build/bare-root"
PARTS = ["tarball", "wheel", "deb", "engine", "action", "gitlab", "hooks", "docker"]
# tar needs xz; diff needs git; pip brings Python. Nothing else is there.
VARIANTS = {"plain": "xz-utils", "git": "xz-utils,git", "python": "python3-venv,python3-pip"}
# Seconds that a command may take.
PATIENCE = 300
# Set where the package was made with dist.py --partial.
PARTIAL = False
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def fail(text):
    sys.exit(f"bare-root: {text}")


def suite():
    facts = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return facts.get("VERSION_CODENAME", "bookworm").strip('"')


def archive(variant):
    """The bare root as a tar file, made once by mmdebstrap."""
    file = CACHE / f"{variant}.tar"
    if not file.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        part = CACHE / f"{variant}.part.tar"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={VARIANTS[variant]}", suite(), str(part)], check=True)
        part.rename(file)
    return file


class Root:
    """A root of its own, in which commands run without a network."""

    def __init__(self, variant):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="layoutlab-root-"))
        subprocess.run(["tar", "-xf", str(archive(variant)), "-C", str(self.folder)], check=True, stderr=subprocess.DEVNULL)
        (self.folder / "home").mkdir(exist_ok=True)
        for name in ("swift", "cc", "gcc", "clang"):
            if any((self.folder / place / name).exists() for place in ("usr/bin", "usr/local/bin", "opt")):
                fail(f"the bare root has {name}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def copy(self, source, target):
        place = self.folder / target.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if pathlib.Path(source).is_dir() else shutil.copy)(source, place)

    def run(self, command, allowed=(0,), environment=None, folder="/home"):
        """The output of a command in the root. /dev and /proc are the machine's."""
        # No network, but a machine's own address, which the runtime's sockets need.
        script = (f"ip link set lo up && mount --bind /dev {self.folder}/dev && mount -t proc proc {self.folder}/proc && "
                  f"exec chroot {self.folder} /bin/bash -c 'cd \"$0\" && eval \"$1\"' \"$0\" \"$1\"")
        words = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "bash", "-c", script, folder, command]
        variables = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", **(environment or {})}
        try:
            answer = subprocess.run(words, capture_output=True, text=True, env=variables, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            fail(f"`{command}` did not end within {PATIENCE} s")
        if answer.returncode not in allowed:
            fail(f"`{command}` ended with {answer.returncode}:\n{answer.stdout[-3000:]}{answer.stderr[-3000:]}")
        return answer.stdout + answer.stderr


def package(dist, pattern):
    found = sorted(dist.glob(pattern))
    if not found:
        fail(f"there is no {pattern} in {dist}; `make dist` makes it.")
    return found[0]


def use(root, tool):
    """The commands of the README and of two guides as they stand there: the package has the examples."""
    parts, _ = json.JSONDecoder().raw_decode(root.run(f"{tool} self-check --json"))
    works = {part["part"] for part in parts["parts"] if part["verdict"] == "works"}
    for part in ("check", "explain", "film", "laws", "plugin library", *([] if PARTIAL else ["fuzz", "bench"])):
        if part not in works:
            fail(f"{part} does not work: {parts}")
    pages = ["README.md", "Guides/checking-in-ci.md", "Guides/looking-at-scenes.md"]
    commands = [line.strip().split("#")[0] for page in pages for line in (ROOT / page).read_text().splitlines()
                if line.startswith("    layoutlab ")]
    # The same commands; what takes minutes takes seconds here.
    shorter = [("--time 30", "--time 3"), ("bench run --filter 'tick/(feed|chain)'", "bench run --filter 'tick/chain-100' --time 0.001")]
    for command in commands:
        for long, short in shorter:
            command = command.replace(long, short)
        if PARTIAL and command.startswith("layoutlab bench"):
            continue
        if command.startswith("layoutlab plugins check"):
            command += " --scripts 20"
        # 3: twenty random documents need not show something of every law.
        root.run(command.replace("layoutlab", tool, 1), allowed=(0, 1, 3) if "plugins check" in command else (0, 1))
    # Of other languages the package has no data.
    root.run(f"{tool} check Examples/Screens", allowed=(0, 1), environment={"LANG": "ko_KR.UTF-8", "LC_ALL": "de_DE.UTF-8"})
    picture = root.folder / "home/sign-in.svg"
    if not picture.exists():
        fail("where nothing makes PNG, the picture was to be an SVG")
    said = root.run(f"touch Package.swift && {tool} run Profile", allowed=(65,))
    if "[tool-missing]" not in said or len(said.strip().splitlines()) > 1:
        fail(f"`run` does not say in one sentence what it needs:\n{said}")
    return len(commands)


def check_tarball(dist):
    with Root("plain") as root:
        root.copy(package(dist, "*.tar.xz"), "/tmp/layoutlab.tar.xz")
        root.run("tar -xJf /tmp/layoutlab.tar.xz -C /opt && mv /opt/layoutlab-* /opt/layoutlab")
        return f"{use(root, '/opt/layoutlab/bin/layoutlab')} commands of the guides"


def check_wheel(dist):
    with Root("python") as root:
        wheel = package(dist, "*.whl")
        root.copy(wheel, f"/tmp/{wheel.name}")
        root.run("python3 -m venv /opt/environment")
        root.copy(ROOT / "Examples/Screens", "/home/Screens")
        start = time.monotonic()
        root.run(f"/opt/environment/bin/pip install -q --no-index /tmp/{wheel.name}")
        said = root.run("/opt/environment/bin/layoutlab check Screens", allowed=(1,))
        seconds = time.monotonic() - start
        if "Banner.xib" not in said:
            fail(f"the installed wheel does not check:\n{said}")
        count = use(root, "/opt/environment/bin/layoutlab")
        return f"{count} commands of the guides; from pip install to a checked storyboard {seconds:.1f} s"


def check_deb(dist):
    with Root("git") as root:
        root.copy(package(dist, "*.deb"), "/tmp/layoutlab.deb")
        root.run("dpkg -i /tmp/layoutlab.deb")
        count = use(root, "layoutlab")
        root.run("cp -r /usr/share/layoutlab/Examples . && git init -q . && git add Examples && git -c user.name=a -c user.email=a@b commit -qm one")
        file = root.folder / "home/Examples/Screens/SignIn.storyboard"
        file.write_text(file.read_text().replace('constant="24" id="sgn-c-0003"', 'constant="40" id="sgn-c-0003"'))
        said = root.run("layoutlab diff HEAD --format markdown")
        if "3 views move 16 down" not in said:
            fail(f"diff does not say what moved:\n{said}")
        root.run("dpkg -r layoutlab")
        return f"{count} commands of the guides, diff of revisions, removal"


def check_engine(dist):
    """An author with nothing but the package: the C template with a planted bug, built outside, fuzzed with its own coverage."""
    clang = pathlib.Path(shutil.which("swift")).resolve().parent / "clang"
    with Root("plain") as root:
        root.copy(package(dist, "*.tar.xz"), "/tmp/layoutlab.tar.xz")
        root.run("tar -xJf /tmp/layoutlab.tar.xz -C /opt && mv /opt/layoutlab-* /opt/layoutlab")
        prefix = root.folder / "opt/layoutlab"
        source = (prefix / "share/layoutlab/engines/simple.c").read_text()
        wrong = source.replace("values[written++] = v->value;", "values[written++] = v->value == 44 ? 43 : v->value;")
        if wrong == source:
            fail("the template has no line to plant a bug in")
        with tempfile.TemporaryDirectory() as work:
            file = pathlib.Path(work) / "engine.c"
            flags = ["-shared", "-fPIC", "-fsanitize-coverage=inline-8bit-counters,pc-table", "-I", str(prefix / "include")]
            for name, text, level in [("sound", source, "-O2"), ("slow", source, "-O0"), ("wrong", wrong, "-O2")]:
                file.write_text(text)
                subprocess.run([clang, *flags, level, str(file), "-o", str(root.folder / f"home/lib{name}.so"), "-lm"], check=True)
        tool = "/opt/layoutlab/bin/layoutlab"
        said = root.run(f"{tool} fuzz FuzzSolver --engine ./libwrong.so --time 10 --seed 1 --jobs 2 --json -o found.json", allowed=(1,))
        record = (root.folder / "home/found.json").read_text()
        found = re.findall(r'"id" : "([0-9a-f]{4,})"', record)
        if '"engine" : "libFuzzer"' not in record:
            fail(f"the engine was not fuzzed under libFuzzer:\n{record[:2000]}")
        if not found:
            fail(f"the planted bug was not found:\n{said[-2000:]}")
        work = next((root.folder / "home/Fuzz/Work").glob("*")).name
        root.run(f"{tool} keep {found[0]} --work Fuzz/Work/{work}")
        measured = root.run(f"{tool} bench run --plugin ./libsound.so --filter 'tick/chain-100' --time 0.001 --json")
        if "simple" not in measured:
            fail(f"the engine was not measured:\n{measured[-2000:]}")
        # Without valgrind, by time.
        compared = root.run(f"{tool} bench compare --engine ./libslow.so --against ./libsound.so --filter 'tick/chain-10$' --time 0.01", allowed=(1,))
        if "slower" not in compared:
            fail(f"a build without optimisation is not slower:\n{compared[-2000:]}")
        return "a C engine fuzzed with its own coverage, a finding kept, the engine measured, two builds compared"


def steps_of_action():
    """The name, the environment and the script of each step of action.yml that runs one."""
    text = (ROOT / "action.yml").read_text()
    for step in re.split(r"^    - ", text.split("  steps:\n", 1)[1], flags=re.M)[1:]:
        name = re.match(r"name: (.*)", step)[1]
        variables = dict(re.findall(r"^        (\w+): (.*)$", step.split("      env:\n", 1)[1].split("      run:")[0], re.M)) if "      env:" in step else {}
        script = re.search(r"^      run: \|\n((?:        .*\n|\n)*)", step, re.M)
        if script:
            yield name, variables, re.sub(r"^        ", "", script[1], flags=re.M)


def check_action(dist):
    """Runs the steps as a runner does, with the guide's inputs."""
    guide = re.search(r"uses: YOUR/layoutlab@\S+, with: \{ (.*?) \}", (ROOT / "Guides/checking-in-ci.md").read_text())[1]
    given = dict(pair.split(": ") for pair in guide.split(", "))
    with Root("git") as root:
        root.copy(package(dist, "*.tar.xz"), "/tmp/layoutlab.tar.xz")
        root.copy(ROOT / "Examples/Screens", "/home/App")
        (root.folder / "home" / given["baseline"]).write_text("")
        root.run("git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one && git branch before")
        file = root.folder / "home/App/SignIn.storyboard"
        file.write_text(file.read_text().replace('constant="24" id="sgn-c-0003"', 'constant="40" id="sgn-c-0003"'))
        root.run("git -c user.name=a -c user.email=a@b commit -qam two")
        defaults = {"paths": "", "baseline": "", "format": "github", "options": "", "base": "before", "package": "/tmp/layoutlab.tar.xz"}
        inputs = {**defaults, **given}
        ran = 0
        path = PATH
        for name, variables, script in steps_of_action():
            values = {key: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], value) for key, value in variables.items()}
            values.update({"RUNNER_TEMP": "/tmp/runner", "GITHUB_PATH": "/tmp/path", "GITHUB_STEP_SUMMARY": "/tmp/summary", "PATH": path})
            # As GitHub's runners do; the check finds the conflict that is meant.
            said = root.run(f"set -eo pipefail\n{script}", allowed=(1,) if name == "Check the screens" else (0,), environment=values)
            if name == "Check the screens" and "::error file=App/Banner.xib,line=20" not in said:
                fail(f"no annotation:\n{said}")
            paths = root.folder / "tmp/path"
            path = ":".join([*(paths.read_text().split() if paths.exists() else []), PATH])
            ran += 1
        summary = (root.folder / "tmp/summary").read_text()
        for text in ("**layoutlab check:**", "**layoutlab diff**", "3 views move 16 down"):
            if text not in summary:
                fail(f"the summary lacks {text}:\n{summary}")
        if '"ruleId" : "conflict"' not in (root.folder / "home/layout.sarif").read_text():
            fail("the SARIF has no conflict")
        return f"{ran} steps of action.yml, with annotations, summary and SARIF"


def app(root):
    """An app of two screens in a repository, committed, and the guides' file of accepted findings."""
    root.copy(ROOT / "Examples/Screens", "/home/App")
    (root.folder / "home/accepted.txt").write_text("")
    root.run("git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one")


def check_gitlab(dist):
    """The script of the guide's snippet, line by line. Without a network the index is what the root has, and git is there."""
    guide = (ROOT / "Guides/checking-in-ci.md").read_text()
    snippet = next(block for block in re.findall(r"^```yaml\n(.*?)^```$", guide, re.M | re.S) if "artifacts:" in block)
    lines = re.findall(r"^    - (.*)$", snippet, re.M)
    report = re.search(r"junit: (\S+)", snippet)[1].rstrip(" }")
    with Root("git") as root:
        app(root)
        root.copy(package(dist, "*.deb"), "/tmp/layoutlab.deb")
        for line in lines:
            command = line.replace("apt-get update -qq && ", "").replace(" git ", " ")
            root.run(command, allowed=(0, 1), environment={"LAYOUTLAB_DEB": "/tmp/layoutlab.deb"})
        text = (root.folder / "home" / report).read_text()
        if "<testsuite" not in text or "Banner.xib" not in text:
            fail(f"{report} has no test of Banner.xib:\n{text[:2000]}")
    return f"{len(lines)} lines of the GitLab snippet, and its report"


def check_hooks(dist):
    """Each hook as pre-commit runs it: its entry with the files that are to be committed and that it is for."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    hooks = [dict(re.findall(r"^[ -] (\w+): (.*)$", part, re.M)) for part in re.split(r"^(?=- id:)", text, flags=re.M)[1:]]
    with Root("git") as root:
        app(root)
        root.copy(package(dist, "*.tar.xz"), "/tmp/layoutlab.tar.xz")
        root.run("tar -xJf /tmp/layoutlab.tar.xz -C /opt && mv /opt/layoutlab-* /opt/layoutlab")
        path = {"PATH": f"/opt/layoutlab/bin:{PATH}"}

        def commit(hook, allowed):
            names = root.run("git add -A && git diff --cached --name-only --diff-filter=ACMR").split("\n")
            files = " ".join(name for name in names if re.search(hook["files"], name))
            return root.run(f"{hook['entry']} {files}", allowed=allowed, environment=path) if files else None

        by_name = {hook["id"]: hook for hook in hooks}
        root.run("layoutlab snapshot App --record && git add -A && git -c user.name=a -c user.email=a@b commit -qm snapshots", environment=path)
        (root.folder / "home/notes.txt").write_text("not a screen")
        if commit(by_name["layoutlab-check"], (0,)) is not None:
            fail("a hook runs for a file that it is not for")
        file = root.folder / "home/App/SignIn.storyboard"
        file.write_text(file.read_text().replace('constant="24" id="sgn-c-0003"', 'constant="40" id="sgn-c-0003"'))
        commit(by_name["layoutlab-check"], (0,))
        if "move 16 down" not in commit(by_name["layoutlab-snapshot"], (1,)):
            fail("the snapshot hook does not say what moved")
        file = root.folder / "home/App/Banner.xib"
        file.write_text(file.read_text() + "\n")
        if "conflict" not in commit(by_name["layoutlab-check"], (1,)):
            fail("the hook does not name the conflict")
    return f"{len(hooks)} hooks of pre-commit"


def check_docker(dist):
    """The Dockerfile's steps, or docker itself where it is."""
    if shutil.which("docker") and subprocess.run(["docker", "info"], capture_output=True).returncode == 0:
        subprocess.run(["docker", "build", "-q", "-t", "layoutlab-test", str(dist)], check=True)
        return "an image built by docker"
    ran = 0
    with Root("git") as root:
        for line in (dist / "Dockerfile").read_text().splitlines():
            if line.startswith("COPY "):
                source, target = line.split()[1:3]
                root.copy(dist / source, f"{target}/{source}" if target.endswith("/") else target)
            elif line.startswith("RUN "):
                # Without a network the index is what the root has; git is there.
                command = line[4:].replace("apt-get update -qq && ", "").replace(" git ", " ")
                root.run(command)
                ran += 1
        root.run("layoutlab --version")
    return f"{ran} steps of the Dockerfile (no docker here)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dist", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--partial", action="store_true", help="the package has no fuzzer and no benchmark driver")
    parser.add_argument("parts", nargs="*", default=PARTS)
    arguments = parser.parse_args()
    if unknown := [part for part in arguments.parts if part not in PARTS]:
        parser.error(f"{unknown[0]} is none of {', '.join(PARTS)}")
    global PARTIAL
    PARTIAL = arguments.partial
    missing = [name for name in ("mmdebstrap", "unshare", "ip") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        print(f"bare-root: skipped, because {' and '.join(missing) + ' is not installed' if missing else 'only root makes roots'}")
        return
    for part in arguments.parts:
        start = time.monotonic()
        said = globals()[f"check_{part}"](arguments.dist)
        print(f"bare-root: {part}: {said} ({time.monotonic() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
