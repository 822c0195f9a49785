# `make test` and `make nightly` do their own set-up; see README.md.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# A crash must reach libFuzzer, and two runs of one seed must be the same run (Guides/fuzzing.md).
export SWIFT_BACKTRACE = enable=no
export SWIFT_DETERMINISTIC_HASHING = 1

SWIFT = swift
BUILD_FLAGS = --build-system native
CHECKED = $(BUILD_FLAGS) --explicit-target-dependency-import-check error
LAYOUTLAB = .build/release/layoutlab
FUZZ_TARGETS = FuzzSolver FuzzLayout FuzzImport
FUZZ_SECONDS ?= 20
NIGHT = .layoutlab/night

.PHONY: help
help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

.PHONY: set-up
set-up: ## Installs what is missing
	@Scripts/set-up.sh

.PHONY: test
test: set-up build check-imports lint unit fuzz-smoke bench-smoke ## Everything that lands or rejects a change

.PHONY: build
build: set-up ## Debug build with the import check
	$(SWIFT) build $(CHECKED) --build-tests

.PHONY: check-imports
check-imports: ## Imports against the manifests
	for package in . Fuzz Benchmarks; do \
	  $(SWIFT) package --package-path $$package describe --type json 2>/dev/null | Scripts/check-imports.py $$package; \
	done

.PHONY: lint
lint: ## Formatting
	$(SWIFT) format lint --strict -r Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/Sources

.PHONY: unit
unit: build ## Unit, conformance, quality and regression tests
	$(SWIFT) test $(CHECKED)

.PHONY: release
release: set-up
	$(SWIFT) build $(BUILD_FLAGS) -c release --product layoutlab
	$(SWIFT) build $(BUILD_FLAGS) -c release --product LayoutLabPlugin
