//! What only the compiler finds in declarations. Its dependencies are few: they are compiled for these tests alone.
