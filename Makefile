# `make test` and `make nightly` do their own set-up; see README.md.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# A crash must reach libFuzzer, and two runs of one seed must be the same run (Guides/fuzzing.md).
export SWIFT_BACKTRACE = enable=no
export SWIFT_DETERMINISTIC_HASHING = 1
# Package.swift: what is optimised by itself.
export LAYOUTLAB_MAKE = 1

SWIFT = swift
# Nothing reads the index of the sources: Tests/XCTMain.swift spares the search for tests in it.
BUILD_FLAGS = --build-system native --disable-index-store
TEST_FLAGS = --enable-swift-testing --disable-xctest $(if $(FILTER),--filter '$(FILTER)')
CHECKED = $(BUILD_FLAGS) --explicit-target-dependency-import-check error
LAYOUTLAB = .build/release/layoutlab
# What `layoutlab --version` tells of a release build.
STAMP = LAYOUTLAB_REVISION=$$(Scripts/revision.sh) LAYOUTLAB_DATE=$$(git show -s --format=%cs 2>/dev/null)
FUZZ_TARGETS = FuzzSolver FuzzLayout FuzzImport FuzzTimeline FuzzPlayer FuzzProgram
# Within minutes FuzzImport still finds a damaged log of which an entry is lost: what lands a change leaves it out, the night reports it.
CLEAN_TARGETS = $(filter-out FuzzImport,$(FUZZ_TARGETS))
# Those with laws about engines side by side.
THREAD_TARGETS = FuzzSolver FuzzLayout FuzzTimeline
FUZZ_SECONDS ?= 20
EXECUTIONS ?= 100000
NIGHT = .layoutlab/night
# Optimised modules are built one after the other, and one processor is idle meanwhile: what builds in folders of its own goes on beside.
SIDE_BY_SIDE = $(MAKE) --no-print-directory -j 2

.PHONY: help
help: ## Print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

.PHONY: set-up
set-up: ## Install the packages that are missing
	@Scripts/set-up.sh

.PHONY: test
test: set-up build checks lint unit examples ## Run everything that a change must pass
	+$(SIDE_BY_SIDE) smoke documentation
	@cat .build/tests.txt

.PHONY: build
build: set-up ## Build for debugging, with the import check
	$(SWIFT) build $(CHECKED) --build-tests 2>&1 | Scripts/no-warnings.py

.PHONY: checks
checks: check-imports check-rules check-names check-shelves check-layers check-map check-systems check-walkthrough check-workflows check-documentation check-codes check-scripts ## Run the checks that need no build: imports, rules, names, folders, layers, map, workflows

.PHONY: check-rules
check-rules: ## Check that every cited rule is in Guides/rules
	Scripts/check-rules.py

.PHONY: check-names
check-names: ## Check that type names are unique, and that `layoutlab port` lists those of HeadlessUIKit
	Scripts/check-names.py
	Scripts/known-names.py --check

.PHONY: check-shelves
check-shelves: ## Check that targets with many files have folders
	Scripts/check-shelves.py

.PHONY: check-layers
check-layers: ## Check that each layer of the solver uses only lower layers
	Scripts/check-layers.py

.PHONY: check-map
check-map: ## Check the import map in Guides/architecture.md
	$(SWIFT) package describe --type json 2>/dev/null | Scripts/check-map.py

.PHONY: check-systems
check-systems: ## Check that only LibC, and code behind conditions, depends on the operating system
	Scripts/check-systems.py

.PHONY: check-walkthrough
check-walkthrough: ## Check that Guides/walkthrough.md fits the sources
	Scripts/check-walkthrough.py

.PHONY: check-workflows
check-workflows: ## Check .github/workflows with actionlint, if it can be installed
	Scripts/check-workflows.sh

.PHONY: check-documentation
check-documentation: ## Check docstrings, the listings in the documentation, and the list of UIKit's API without effect
	Scripts/check-documentation.py
	Scripts/without-effect.py --check
	Scripts/documentation.py --listings

.PHONY: check-codes
check-codes: ## Check that Guides/codes.md lists the codes in the sources
	Scripts/check-codes.py

.PHONY: api-changes
api-changes: build ## List the API changes since REVISION=... that break users of the libraries
	Scripts/api-changes.py $(REVISION) .build/debug

.PHONY: documentation
documentation: build ## Build the libraries' documentation: .build/documentation/layoutlab.doccarchive
	Scripts/documentation.py .build/debug .build/documentation

PORT ?= 8080
.PHONY: open-documentation
open-documentation: documentation ## Build it and serve it at http://localhost:8080 (PORT=...)
	@echo "http://localhost:$(PORT) (Control-C ends it)"
	@python3 -m http.server $(PORT) --bind 127.0.0.1 --directory .build/documentation/layoutlab.doccarchive

.PHONY: check-scripts
check-scripts: ## Test the scripts
	python3 -m unittest discover -s Tests/Scripts -p '*_test.py'

.PHONY: check-imports
check-imports: ## Check the imports against the manifests
	for package in . Fuzz Benchmarks; do \
	  $(SWIFT) package --package-path $$package describe --type json 2>/dev/null | Scripts/check-imports.py --strict $$package; \
	done

.PHONY: lint
lint: ## Check the formatting
	$(SWIFT) format lint --strict -r Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/Sources

.PHONY: unit
unit: build ## Run unit, conformance, quality and regression tests
	@rm -f .build/tests.jsonl
	$(SWIFT) test $(CHECKED) $(TEST_FLAGS) --event-stream-output-path .build/tests.jsonl --event-stream-version 0 2>&1 \
	  | Scripts/count-tests.py .build/tests.txt .build/tests.jsonl

.PHONY: programs
programs: build ## Compare 2 000 generated programs of UIKit calls with their recordings
	LAYOUTLAB_PROGRAMS=2000 .build/debug/layoutlabPackageTests.xctest --testing-library swift-testing --filter 'RecordedProgramTests|RecordedScreenTests'

# Processes, commands and screens in code need what Linux alone has.
LIBRARIES = SceneModel LayoutPlugin ConstraintSolver LayoutKernel AnimationSampler ScenePlayer SceneOracles SceneImport ConflictLogs Reports Benchmarking

.PHONY: libraries
libraries: ## Build and test only the libraries; also on a Mac
	$(SWIFT) build $(BUILD_FLAGS) --build-tests
	$(SWIFT) test $(BUILD_FLAGS) --skip-build --enable-swift-testing --disable-xctest $(LIBRARIES:%=--filter '^%Tests\.')

.PHONY: examples
examples: unit ## Rewrite, build and test the example screens in code, and run their guide
	LAYOUTLAB_REWRITER=1 $(SWIFT) test $(BUILD_FLAGS) --enable-swift-testing --disable-xctest --package-path Examples --scratch-path .build \
	  2>&1 | Scripts/no-warnings.py
	Scripts/run-guide.py Guides/porting-a-screen.md .build/debug/layoutlab

.PHONY: release
release: tool ## Build the tool and the plugin library, optimised
	$(STAMP) $(SWIFT) build $(BUILD_FLAGS) -c release --product LayoutLabPlugin 2>&1 | Scripts/no-warnings.py

.PHONY: tool
tool: set-up ## Build only the tool, optimised
	$(STAMP) $(SWIFT) build $(BUILD_FLAGS) -c release --product layoutlab 2>&1 | Scripts/no-warnings.py

PREFIX ?= /usr/local

.PHONY: install
install: tool ## Install the tool, its completions and its man page under PREFIX
	install -d $(PREFIX)/bin $(PREFIX)/share/man/man1 $(PREFIX)/share/bash-completion/completions \
	  $(PREFIX)/share/zsh/site-functions $(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(LAYOUTLAB) $(PREFIX)/bin/layoutlab
	$(LAYOUTLAB) --experimental-dump-help | Scripts/man-page.py >$(PREFIX)/share/man/man1/layoutlab.1
	$(LAYOUTLAB) --generate-completion-script bash >$(PREFIX)/share/bash-completion/completions/layoutlab
	$(LAYOUTLAB) --generate-completion-script zsh >$(PREFIX)/share/zsh/site-functions/_layoutlab
	$(LAYOUTLAB) --generate-completion-script fish >$(PREFIX)/share/fish/vendor_completions.d/layoutlab.fish

.PHONY: dist
dist: set-up ## Make the packages in dist/: tarball, wheel, .deb, Dockerfile, checksums and SBOM
	+$(SIDE_BY_SIDE) release fuzz-check bench-build
	Scripts/set-up-packages.sh
	Scripts/build-libxml2.sh .build/dist/libxml2
	Scripts/dist.py
	Scripts/check-wheel.sh dist/*.whl

.PHONY: check-packages
check-packages: dist ## Install each package in a minimal Debian, and run the commands of the guides there
	Scripts/bare-root.py

.PHONY: fuzz-build
fuzz-build: set-up ## Build the libFuzzer executable
	Scripts/fuzz-build.sh plain 2>&1 | Scripts/no-warnings.py

.PHONY: fuzz-check
fuzz-check: fuzz-build ## Check that it is instrumented, for each target
	Scripts/fuzz-check.sh plain $(FUZZ_TARGETS)

.PHONY: fuzz-address
fuzz-address: set-up ## Build the fuzzer with the address sanitizer, and replay every seed and regression scene
	Scripts/fuzz-build.sh address
	Scripts/fuzz-check.sh address $(FUZZ_TARGETS)
	for target in $(FUZZ_TARGETS); do \
	  LAYOUTLAB_FUZZ_TARGET=$$target LAYOUTLAB_FUZZ_WORK=.build/fuzz-replay ASAN_OPTIONS=detect_leaks=0 \
	  .build/fuzz-address/release/LayoutLabFuzzer -runs=0 -artifact_prefix=.build/ \
	    $$(ls -d Fuzz/Seeds/$$target Tests/RegressionTests/Scenes 2>/dev/null) 2>&1 | tail -n 1; \
	done

.PHONY: fuzz-invariants
fuzz-invariants: set-up ## Run the solver's fuzzer, and check its invariants after every transaction (EXECUTIONS=5000000)
	Scripts/fuzz-build.sh invariants
	Scripts/fuzz-invariants.sh $(EXECUTIONS)

# Swift 6.3.1 cannot build it, optimised or not (Guides/fuzzing.md).
.PHONY: fuzz-thread
fuzz-thread: set-up ## Run the fuzzer with the thread sanitizer and engines in several threads, FUZZ_SECONDS for each target
	Scripts/fuzz-build.sh thread LayoutLabFuzzer FuzzPlanted
	Scripts/fuzz-check.sh thread $(THREAD_TARGETS)
	Scripts/fuzz-thread.sh $(FUZZ_SECONDS) $(THREAD_TARGETS)

.PHONY: fuzz-coverage
fuzz-coverage: set-up ## Measure the lines that seeds and corpora reach: text, HTML and lcov in .build/coverage
	Scripts/fuzz-build.sh coverage
	Scripts/fuzz-coverage.py $(FUZZ_TARGETS)

define FUZZ_SMOKE
	for target in $(CLEAN_TARGETS); do $(LAYOUTLAB) fuzz $$target --time 5 --seed 1 --work .build/fuzz-smoke; done
	$(LAYOUTLAB) fuzz --engine .build/release/libLayoutLabPlugin.so --time 5 --seed 1 --work .build/fuzz-smoke-plugin
endef

.PHONY: fuzz-smoke
fuzz-smoke: release fuzz-check ## Run each fuzz target for a few seconds
	$(FUZZ_SMOKE)

.PHONY: fuzz-planted
fuzz-planted: set-up ## Check that the fuzzers find a planted bug on each floor within two minutes
	Scripts/fuzz-build.sh plain FuzzPlanted
	Scripts/fuzz-planted.sh

.PHONY: fuzz-hostile
fuzz-hostile: release ## Check that fuzzing finds each bug of a hostile engine and survives it; print a table
	Scripts/fuzz-hostile.py

.PHONY: fuzz-kill
fuzz-kill: release ## Check that nothing is lost by killed runs, a full or read-only disk, or two runs at once
	Scripts/fuzz-kill.py

.PHONY: kiwi
kiwi: set-up ## Build the kiwi solver as a plugin
	$(MAKE) -C Plugins/kiwi

.PHONY: peers
peers: kiwi ## Build kiwi, and the other engines under Plugins whose packages are installed
	-$(MAKE) -C Plugins/cassowary
	-$(MAKE) -C Plugins/glpk

ENGINE_SECONDS ?= 120

.PHONY: engines
engines: tool ## Check and fuzz the other engines, ENGINE_SECONDS each; print a table, kept in .layoutlab/engines
	Scripts/engines.py --time $(ENGINE_SECONDS) $(ENGINES)

.PHONY: bench-table
bench-table: bench-build peers ## Measure the README's table
	$(LAYOUTLAB) bench table

.PHONY: bench-build
bench-build: release ## Build the benchmark driver
	@# Without the root's plan, which SwiftPM may take for this package's own; so the root's builds come before, not beside. Whole: by name SwiftPM does not find a product of another package in a folder that the root has built in.
	rm -f .build/release.yaml
	$(SWIFT) build --package-path Benchmarks --scratch-path .build $(BUILD_FLAGS) -c release 2>&1 | Scripts/no-warnings.py

define BENCH_SMOKE
	$(LAYOUTLAB) bench run --time 0.0001 --most-constraints 1000 --json > .build/bench-smoke.json
endef

.PHONY: bench-smoke
bench-smoke: bench-build ## Run each benchmark once
	$(BENCH_SMOKE)

# Both, one after the other, when all that they need is built.
.PHONY: smoke
smoke: release fuzz-check bench-build
	$(FUZZ_SMOKE)
	$(BENCH_SMOKE)

.PHONY: bench-acceptance
bench-acceptance: bench-build kiwi ## Test the verdicts of bench compare and bench bisect on known cases
	Benchmarks/acceptance.py

# The night plays it; its debug build goes on beside the fuzzers'.
.PHONY: example-build
example-build: bench-build
	$(LAYOUTLAB) run Profile --package-path Examples --scratch-path .build --screen ProfileStory -o .build/example >/dev/null

.PHONY: soak
soak: tool ## Compare the engine with the exact judge on 100 000 random scripts, bit for bit; also with all decisions in fractions
	$(LAYOUTLAB) soak --scripts 100000
	$(LAYOUTLAB) soak --scripts 5000 --proved

.PHONY: nightly
nightly: set-up ## Run the main job: check, fuzz, triage, benchmark, compare, report
	+$(SIDE_BY_SIDE) tool fuzz-check bench-build kiwi example-build
	Scripts/nightly.sh $(NIGHT) $(FUZZ_SECONDS) $(FUZZ_TARGETS)

.PHONY: clean
clean: ## Remove builds and findings, but no seed, baseline or regression scene
	rm -rf .build Fuzz/.build Fuzz/Work Benchmarks/.build Benchmarks/Work Plugins/*/.build .layoutlab
