//! Tests of shader packages.
