# An engine in Python: its packages in a virtual environment under .build, and a command that starts it there, with engine_lines.py beside it.
.PHONY: all
all: .build/$(NAME)

.build/$(NAME): $(SOURCE) Makefile ../python/python.mk
	rm -rf .build
	python3 -m venv .build/venv
	.build/venv/bin/pip install --quiet --disable-pip-version-check $(PACKAGES)
	printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" "%s"\n' "$(abspath $(CURDIR)/../python)" "$(CURDIR)/.build/venv/bin/python" "$(CURDIR)/$(SOURCE)" >$@
	chmod +x $@

.PHONY: clean
clean:
	rm -rf .build
