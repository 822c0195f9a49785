# An engine in Python: its packages in a virtual environment under .build, and a command that starts it there.
.PHONY: all
all: .build/$(NAME)

.build/$(NAME): $(SOURCE) Makefile ../python.mk
	rm -rf .build
	python3 -m venv .build/venv
	.build/venv/bin/pip install --quiet --disable-pip-version-check $(PACKAGES)
	printf '#!/bin/sh\nexec "%s" "%s"\n' "$(CURDIR)/.build/venv/bin/python" "$(CURDIR)/$(SOURCE)" >$@
	chmod +x $@

.PHONY: clean
clean:
	rm -rf .build
