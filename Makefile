# OpenBench builds an engine by `make EXE=name` and expects the program under that name here.
# Use cargo for everything else.
EXE = triskelion
ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif

.PHONY: all
all:
	cargo build --release
	cp target/release/triskelion$(SUFFIX) $(EXE)$(SUFFIX)
