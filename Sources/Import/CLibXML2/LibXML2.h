// The library is read through XMLShim alone. This module carries its flags.
