// The library is C++; its only user is GBShim. This module carries the link flag.
