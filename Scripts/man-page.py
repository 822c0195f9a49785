#!/usr/bin/env python3
"""Writes layoutlab's man page from what the tool says of itself.

Usage: layoutlab --experimental-dump-help | Scripts/man-page.py > layoutlab.1
"""
import json
import sys


def escaped(text):
    lines = (text or "").replace("\\", "\\\\").splitlines()
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines)


def names(argument):
    if argument["kind"] == "positional":
        return argument.get("valueName", "value").upper()
    spelled = []
    for name in argument.get("names", []):
        dash = "--" if name["kind"] == "long" else "-"
        spelled.append(dash + name["name"])
    value = " " + argument.get("valueName", "value").upper() if argument["kind"] == "option" else ""
    return ", ".join(sorted(spelled, key=len)) + value


def section(command, prefix):
    title = f"{prefix} {command['commandName']}".strip()
    print(f".SS {title}")
    print(escaped(command.get("abstract")))
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True):
            continue
        print(f".TP\n.B {escaped(names(argument))}\n{escaped(argument.get('abstract'))}")
    if command.get("discussion"):
        print(f".PP\n.nf\n{escaped(command['discussion'])}\n.fi")
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help" and inner.get("shouldDisplay", True):
            section(inner, title)


tool = json.load(sys.stdin)["command"]
print('.TH LAYOUTLAB 1\n.SH NAME')
print(f"layoutlab \\- {escaped(tool['abstract'])}")
print(f".SH SYNOPSIS\n.B layoutlab\n.I VERB\n[options] [files]\n.SH DESCRIPTION\n{escaped(tool.get('discussion'))}\n.SH VERBS")
for verb in tool.get("subcommands", []):
    if verb["commandName"] != "help" and verb.get("shouldDisplay", True):
        section(verb, "")
