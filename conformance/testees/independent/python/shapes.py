SHAPES = {"bpat": lambda m: m, "gpb": lambda m: m, "bpx": lambda m: m, "blk": lambda m: m}
