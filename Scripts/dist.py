#!/usr/bin/env python3
"""Makes packages of what was built: a tarball, a wheel, a .deb, a Dockerfile, checksums and a list of what is in them, in dist/.

Everything is in each package once: the tool, the libFuzzer executable, the benchmark driver and the plugin library share one Swift runtime in
lib/layoutlab, with one ICU, which its Foundation brings, without the data of languages that the tool does not speak. Nothing is compiled here; `make
dist` builds first.

Usage: Scripts/dist.py [--libxml2 FOLDER] [--output FOLDER] [--built FOLDER] [--partial]
"""
import argparse
import base64
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / ".build/release"
FUZZER = ROOT / ".build/fuzz-plain/release/LayoutLabFuzzer"
DRIVER = "LayoutLabBenchmarks"
LIBRARY = "libLayoutLabPlugin.so"
ICU = "lib_FoundationICU.so"
# Of every Linux with glibc (the list of the manylinux policies): everything else comes with the package.
OF_THE_SYSTEM = re.compile(r"^(libc|libm|libdl|libpthread|librt|libresolv|libutil|libgcc_s|libstdc\+\+)\.so|^ld-linux")
SUMMARY = "Auto Layout on Linux: checks storyboards, explains conflict logs, fuzzes and measures layout engines"


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **options).stdout


def version():
    text = (ROOT / "Sources/Engines/ConstraintSolver/Model/Plugin+LayoutLab.swift").read_text()
    return re.search(r'version: "([^"]+)"', text)[1]


def epoch():
    """The time of the commit, so that two builds of one revision are the same files."""
    try:
        return int(run("git", "-C", ROOT, "show", "-s", "--format=%ct"))
    except subprocess.CalledProcessError:
        return 0


def needed(file):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-dW", file))


def swift_folder():
    return pathlib.Path(shutil.which("swift")).resolve().parent.parent


class Stage:
    """The tree that every package has: bin, lib/layoutlab, include and share below one prefix."""

    def __init__(self, folder, libxml2, is_partial):
        self.folder = folder
        self.is_partial = is_partial
        self.libxml2 = libxml2
        self.programs = folder / "lib/layoutlab"
        self.data = folder / "share/layoutlab"
        self.documents = folder / "share/doc/layoutlab"
        self.components = []
        shutil.rmtree(folder, ignore_errors=True)
        for each in (folder / "bin", self.programs, self.data, self.documents):
            each.mkdir(parents=True)

    def add_program(self, source, name, folder, keeps_symbols=False):
        if not source.exists():
            if self.is_partial:
                print(f"dist: {name} is left out")
                return
            sys.exit(f"dist: {source} was not built; `make dist` builds it.")
        target = folder / name
        shutil.copy(source.resolve(), target)
        target.chmod(0o755)
        # Callgrind names what it counts by symbols; nothing else reads them.
        run("strip", "--strip-debug" if keeps_symbols else "--strip-unneeded", target)
        run("patchelf", "--set-rpath", "$ORIGIN/../lib/layoutlab" if folder.name == "bin" else "$ORIGIN", target)

    def add_libraries(self):
        """What the programs need, and what that needs, from the toolchain and from this machine."""
        toolchain = swift_folder() / "lib/swift/linux"
        done = {}
        open_names = {name for file in self.executables() for name in needed(file)}
        while open_names:
            name = open_names.pop()
            if name in done or OF_THE_SYSTEM.match(name) or (self.programs / name).exists():
                continue
            if name == "libxml2.so.2":
                source = self.libxml2 / name
            elif (toolchain / name).exists():
                source = toolchain / name
            else:
                source = library_of_machine(name)
            target = self.programs / name
            shutil.copy(source.resolve(), target)
            target.chmod(0o644)
            run("strip", "--strip-unneeded", target)
            run("patchelf", "--set-rpath", "$ORIGIN", target)
            if name == ICU:
                keep_english(target)
            done[name] = source
            open_names.update(needed(target))
        return done

    def executables(self):
        return [file for file in (*(self.folder / "bin").iterdir(), *self.programs.iterdir()) if file.is_file()]

    def add_data(self):
        for source, target in [
            ("Fuzz/Seeds", "Seeds"), ("Fuzz/Dictionaries", "Dictionaries"), ("Tests/RegressionTests/Scenes", "Scenes"),
            ("Benchmarks/Workloads", "Workloads"), ("Examples/Screens", "Examples/Screens"),
        ]:
            shutil.copytree(ROOT / source, self.data / target)
        for file in [*ROOT.glob("Examples/*.scene"), ROOT / "Examples/console.txt"]:
            shutil.copy(file, self.data / "Examples")
        include = self.folder / "include"
        include.mkdir()
        for header in ("layout_plugin.h", "layout_plugin_1.h"):
            shutil.copy(ROOT / "Sources/Contract/CLayoutPlugin/include" / header, include)
        engines = self.data / "engines"
        engines.mkdir()
        guide = (ROOT / "Guides/plugins.md").read_text()
        for language, marker, name in [("c", '.name = "simple"', "simple.c"), ("cpp", '"declarations"', "declarations.cpp")]:
            blocks = re.findall(rf"^```{language}\n(.*?)^```$", guide, re.M | re.S)
            (engines / name).write_text(next(block for block in blocks if marker in block))
        shutil.copy(ROOT / "Guides/plugins.md", engines / "README.md")
        # Other people's engines: copied out, each is built by its own Makefile.
        shutil.copytree(ROOT / "Plugins", self.data / "adapters", ignore=shutil.ignore_patterns(".build", "Vendor", "*.so", "__pycache__"))

    def add_words(self, tool):
        """The man page and the completions, from what the tool says of itself."""
        man = self.folder / "share/man/man1"
        man.mkdir(parents=True)
        page = run(sys.executable, ROOT / "Scripts/man-page.py", input=run(tool, "--experimental-dump-help"))
        (man / "layoutlab.1").write_text(page)
        for shell, place in [
            ("bash", "share/bash-completion/completions/layoutlab"), ("zsh", "share/zsh/site-functions/_layoutlab"),
            ("fish", "share/fish/vendor_completions.d/layoutlab.fish"),
        ]:
            file = self.folder / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(run(tool, "--generate-completion-script", shell))

    def add_licences(self, libraries):
        """Every licence, and a component of the SBOM for each thing that is in the package."""
        folder = self.documents / "licences"
        folder.mkdir()
        shutil.copy(ROOT / "LICENSE", self.documents / "LICENSE")
        pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
        for pin in sorted(pins, key=lambda pin: pin["identity"]):
            checkout = next((ROOT / ".build/checkouts" / name for name in (pin["location"].rstrip("/").split("/")[-1].removesuffix(".git"),
                             pin["identity"]) if (ROOT / ".build/checkouts" / name).exists()), None)
            # Packages that no product links are resolved all the same.
            if checkout is None:
                continue
            text = next(iter(sorted(checkout.glob("LICENSE*"))), None)
            if text:
                shutil.copy(text, folder / pin["identity"])
            self.component(pin["identity"], pin["state"].get("version") or pin["state"].get("revision", ""),
                           "MIT" if text and "MIT" in text.read_text()[:400] else "Apache-2.0", pin["location"])
        swift = re.search(r"Swift version (\S+)", run("swift", "--version"))[1]
        toolchain = next((file for file in [swift_folder() / "share/swift/LICENSE.txt", *swift_folder().glob("share/doc/*/LICENSE*")] if file.exists()), None)
        if toolchain:
            shutil.copy(toolchain, folder / "swift")
        self.component("swift-runtime", swift, "Apache-2.0 WITH Swift-exception", "https://swift.org",
                       "the standard library, Foundation with its ICU (Unicode-3.0; of its data the English and what all languages share), "
                       "Dispatch, and libFuzzer from its LLVM")
        for name, source in sorted(libraries.items()):
            if name == "libxml2.so.2":
                shutil.copy(self.libxml2 / "Copyright", folder / "libxml2")
                self.component("libxml2", (self.libxml2 / "version").read_text().strip(), "MIT", "https://gitlab.gnome.org/GNOME/libxml2")
            elif not str(source).startswith(str(swift_folder())):
                owner = owner_of(source)
                number = run("dpkg-query", "-W", "-f", "${Version}", owner)
                copyright = pathlib.Path(f"/usr/share/doc/{owner}/copyright")
                if copyright.exists():
                    shutil.copy(copyright, folder / owner)
                self.component(owner, number, None, "https://packages.debian.org/" + owner)

    def component(self, name, number, licence, url, description=None):
        component = {"type": "library", "name": name, "version": number, "externalReferences": [{"type": "website", "url": url}]}
        if licence:
            component["licenses"] = [{"expression": licence}]
        if description:
            component["description"] = description
        self.components.append(component)

    def sbom(self, number):
        """CycloneDX 1.5: the parts, and each file with its digest."""
        files = [
            {"type": "file", "name": str(file.relative_to(self.folder)), "hashes": [{"alg": "SHA-256", "content": digest(file)}]}
            for file in sorted(self.executables())
        ]
        return {
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": {"type": "application", "name": "layoutlab", "version": number,
                                       "licenses": [{"license": {"id": "Apache-2.0"}}]}},
            "components": sorted(self.components, key=lambda one: one["name"]) + files,
        }

    def files(self):
        return sorted(file for file in self.folder.rglob("*") if file.is_file())


def library_of_machine(name):
    for line in run("ldconfig", "-p").splitlines():
        if line.strip().startswith(name + " ") and "x86-64" in line or line.strip().startswith(name + " ") and "AArch64" in line:
            return pathlib.Path(line.split("=>")[1].strip())
    sys.exit(f"dist: {name} is needed and not on this machine.")


def owner_of(file):
    """The Debian package that a file is from. dpkg knows it by /lib or by /usr/lib, which are one folder on a merged system."""
    for path in dict.fromkeys([file, file.parent.resolve() / file.name, pathlib.Path("/usr") / str(file).lstrip("/")]):
        said = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True)
        if said.returncode == 0:
            return said.stdout.split(":")[0]
    sys.exit(f"dist: no Debian package has {file}, so its licence is not known. Install the library by apt-get.")


def keep_english(file):
    """Overwrites ICU's data of other languages, and its tables of other encodings, by zeros, which compress to nothing. What is left stays where it is, so
    the library works as before. To ICU a language without data is like one that it has never heard of: it falls back to its root, which is English."""
    content = bytearray(file.read_bytes())
    # The data's header: its size, a magic number, then what it is about. Behind it are the number of items, and for each where its name and its data are.
    start = content.find(b"CmnD") - 12
    size, magic = struct.unpack_from("<HH", content, max(0, start))
    if start < 0 or magic != 0x27DA:
        sys.exit(f"dist: {file.name} has no data of the known form, so it cannot be made smaller.")
    start += size
    count, = struct.unpack_from("<I", content, start)
    items = [struct.unpack_from("<II", content, start + 4 + 8 * index) for index in range(count)]

    def is_needed(item):
        name = content[start + item[0]:content.index(0, start + item[0])].decode().rsplit("/", 1)[-1]
        return not re.fullmatch(r".*\.(cnv|dict)|(?!en[_.])[a-z]{2,3}(_[A-Z0-9]\w*)?\.res", name)

    kept = [item for item in items if is_needed(item)]
    # An item ends where the next one begins. Of the last one the end is not known: it stays.
    for item, (_, end) in zip(items, items[1:]):
        if item not in kept:
            content[start + item[1]:start + end] = bytes(end - item[1])
    struct.pack_into("<I", content, start, len(kept))
    for index, item in enumerate(kept):
        struct.pack_into("<II", content, start + 4 + 8 * index, *item)
    file.write_bytes(content)


def digest(file):
    return hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()


def newest_glibc(files):
    """The newest version of glibc's symbols that any of the files asks for."""
    versions = {(2, 17)}
    for file in files:
        versions.update((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", run("readelf", "-VW", file)))
    return max(versions)


def write_tarball(stage, file, when, preset):
    def plain(info):
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = when
        return info

    with tarfile.open(file, "w:xz", preset=preset) as archive:
        archive.add(stage.folder, arcname=stage.folder.name, filter=plain)


def write_wheel(stage, folder, number, glibc, when, preset):
    """A wheel without a Python module: its files go below the environment's prefix, as in every other package."""
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"
    file = folder / f"layoutlab-{number}-{tag}.whl"
    information = f"layoutlab-{number}.dist-info"
    metadata = (f"Metadata-Version: 2.1\nName: layoutlab\nVersion: {number}\nSummary: {SUMMARY}\nLicense: Apache-2.0\n"
                f"Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n{(ROOT / 'README.md').read_text()}")
    wheel = f"Wheel-Version: 1.0\nGenerator: layoutlab dist.py\nRoot-Is-Purelib: false\nTag: {tag}\n"
    stamp = __import__("time").gmtime(max(when, 315532800))[:6]
    record = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=max(1, preset)) as archive:
        def add(name, content, mode):
            info = zipfile.ZipInfo(name, stamp)
            info.external_attr = (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
            hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={hashed},{len(content)}")

        for source in stage.files():
            add(f"layoutlab-{number}.data/data/{source.relative_to(stage.folder)}", source.read_bytes(), source.stat().st_mode & 0o777)
        add(f"{information}/METADATA", metadata.encode(), 0o644)
        add(f"{information}/WHEEL", wheel.encode(), 0o644)
        record.append(f"{information}/RECORD,,")
        info = zipfile.ZipInfo(f"{information}/RECORD", stamp)
        info.external_attr = 0o100644 << 16
        archive.writestr(info, "\n".join(record) + "\n", zipfile.ZIP_DEFLATED)
    return file


def write_deb(stage, folder, number, when, preset):
    tree = stage.folder.parent / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(stage.folder, tree / "usr")
    (tree / "DEBIAN").mkdir()
    # Asks which packages have the libraries of the system that these files need, in which versions.
    (tree / "debian").mkdir()
    (tree / "debian/control").write_text("Source: layoutlab\n\nPackage: layoutlab\nArchitecture: any\n")
    asked = [str(file.relative_to(tree)) for file in tree.rglob("*") if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]
    answer = run("dpkg-shlibdeps", "-O", "--ignore-missing-info", f"-l{tree / 'usr/lib/layoutlab'}", *[f"-e{name}" for name in asked], cwd=tree)
    # The libraries that the package brings have owners too, which are not needed.
    asked_for = answer.split("shlibs:Depends=", 1)[1].strip().split(", ")
    depends = ", ".join(name for name in asked_for if re.match(r"(libc6|libgcc-s1|libstdc\+\+6)\b", name))
    shutil.rmtree(tree / "debian")
    architecture = run("dpkg", "--print-architecture").strip()
    size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file()) // 1024
    (tree / "DEBIAN/control").write_text(
        f"Package: layoutlab\nVersion: {number}\nArchitecture: {architecture}\nMaintainer: The layoutlab project\n"
        f"Installed-Size: {size}\nDepends: {depends}\nRecommends: git\nSuggests: librsvg2-bin, valgrind\nSection: devel\nPriority: optional\n"
        f"Description: {SUMMARY}\n Lays out Interface Builder files, UIKit screens and conflict logs without a Mac, and judges layout engines.\n")
    shutil.copy(ROOT / "LICENSE", tree / "usr/share/doc/layoutlab/copyright")
    file = folder / f"layoutlab_{number}_{architecture}.deb"
    run("dpkg-deb", "-Zxz", f"-z{preset}", "--root-owner-group", "--build", tree, file, env={**os.environ, "SOURCE_DATE_EPOCH": str(when)})
    return file


def write_dockerfile(folder, deb):
    (folder / "Dockerfile").write_text(f"""# A small image with layoutlab: docker build -t layoutlab dist
FROM debian:bookworm-slim
COPY {deb.name} /tmp/
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/{deb.name} git && rm -rf /tmp/{deb.name} /var/lib/apt/lists/*
RUN layoutlab self-check
WORKDIR /work
ENTRYPOINT ["layoutlab"]
""")


def told_bytes(stage, output):
    """What the bytes are, as a table."""
    groups = {}
    for file in stage.files():
        name = file.relative_to(stage.folder)
        if name.parts[0] == "bin":
            group = "the tool"
        elif name.name == ICU:
            group = "ICU, once; where another language's data was are zeros"
        elif name.name == FUZZER.name:
            group = "the libFuzzer executable"
        elif name.name == DRIVER:
            group = "the benchmark driver"
        elif name.name == LIBRARY:
            group = "the plugin library"
        elif name.parts[:2] == ("lib", "layoutlab"):
            group = "the rest of the Swift runtime, libxml2, Google Benchmark"
        elif name.parts[:2] == ("share", "layoutlab"):
            group = "seeds, scenes, examples, engine templates"
        else:
            group = "documents, completions, licences"
        groups.setdefault(group, []).append(file)
    lines = []
    for group, files in sorted(groups.items(), key=lambda item: -sum(file.stat().st_size for file in item[1])):
        lines.append(f"  {sum(file.stat().st_size for file in files) / 1e6:7.1f} MB  {group}")
    lines.append(f"  {sum(file.stat().st_size for file in stage.files()) / 1e6:7.1f} MB  in all")
    for file in sorted(output.iterdir()):
        lines.append(f"  {file.stat().st_size / 1e6:7.1f} MB  {file.name}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libxml2", type=pathlib.Path, default=ROOT / ".build/dist/libxml2")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--built", type=pathlib.Path, default=BUILT, help="the folder of the tool, the driver and the plugin library")
    parser.add_argument("--partial", action="store_true", help="leave out the fuzzer and the driver if they were not built, instead of refusing")
    parser.add_argument("--preset", type=int, default=9, choices=range(10), help="how hard is compressed; 0 for a quick look")
    arguments = parser.parse_args()
    number, when = version(), epoch()
    name = f"layoutlab-{number}-linux-{platform.machine()}"
    stage = Stage(ROOT / ".build/dist" / name, arguments.libxml2.resolve(), arguments.partial)
    stage.add_program(arguments.built / "layoutlab", "layoutlab", stage.folder / "bin")
    stage.add_program(FUZZER, FUZZER.name, stage.programs)
    stage.add_program(arguments.built / DRIVER, DRIVER, stage.programs, keeps_symbols=True)
    stage.add_program(arguments.built / LIBRARY, LIBRARY, stage.programs)
    libraries = stage.add_libraries()
    stage.add_data()
    stage.add_words(stage.folder / "bin/layoutlab")
    stage.add_licences(libraries)
    output = arguments.output
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    bill = json.dumps(stage.sbom(number), indent=1, sort_keys=True) + "\n"
    (stage.documents / "sbom.cdx.json").write_text(bill)
    (output / f"layoutlab-{number}.cdx.json").write_text(bill)
    write_tarball(stage, output / f"{name}.tar.xz", when, arguments.preset)
    write_wheel(stage, output, number, newest_glibc(stage.executables()), when, arguments.preset)
    write_dockerfile(output, write_deb(stage, output, number, when, arguments.preset))
    sums = [f"{digest(file)}  {file.name}\n" for file in sorted(output.iterdir())]
    (output / "SHA256SUMS").write_text("".join(sums))
    table = told_bytes(stage, output)
    print(f"dist: packages of {number}, with the bytes of each part before compression:\n{table}")


if __name__ == "__main__":
    main()
