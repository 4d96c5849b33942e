# OpenBench builds an engine by `make EXE=name` and expects the program of that name here. For all
# else there is cargo.
EXE = triskelion
# What Windows wants programs to be called.
ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif

.PHONY: all
all:
	cargo build --release
	cp target/release/triskelion$(SUFFIX) $(EXE)$(SUFFIX)
