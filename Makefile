# `make` alone lists what there is. Every target works from a fresh clone.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Targets share one scratch path, and SwiftPM builds in parallel itself.
.NOTPARALLEL:
.PHONY: help bootstrap demo cli test integration bench lint format docs check-all sanitize fuzz soak clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { sub("%", "PACKAGE", $$1); printf "make %-14s %s\n", $$1, $$2 }' \
	    $(MAKEFILE_LIST)

bootstrap: # installs what a bare machine lacks; silent when nothing is missing
	@Scripts/bootstrap

demo: cli ## build the command and show the whole story with a vault, in under a minute after the build
	@Scripts/demo

cli: bootstrap ## build the command in release mode and leave it at bin/cloudaccess
	@Scripts/build-cli

test: bootstrap ## lint, manifests, imports, every package's tests, integration tests
	@Scripts/test

test-%: bootstrap ## test one package, such as make test-CloudCore
	@Scripts/test $*

integration: bootstrap ## only the integration tests
	@Scripts/test IntegrationTests

bench: bootstrap ## run the benchmarks in release mode
	@Scripts/bench

lint: ## check the format of every Swift file
	@Scripts/lint

format: ## format every Swift file
	@Scripts/lint --fix

docs: bootstrap ## build a DocC archive for every library
	@Scripts/docs

check-all: bootstrap ## everything that finds bugs: tests, both sanitizers, fuzzing, documentation, stricter builds (long)
	@Scripts/check-all

sanitize: bootstrap ## test every package under the address and the thread sanitizer
	@Scripts/test --sanitize address
	@Scripts/test --sanitize thread

fuzz: bootstrap ## feed every fuzz target random input, CLOUDACCESS_FUZZ_SECONDS (60) each
	@Scripts/fuzz

soak: bootstrap ## run every package's tests CLOUDACCESS_SOAK_ROUNDS (10) times
	@Scripts/soak

clean: ## remove everything that was built
	@rm -rf .build bin
