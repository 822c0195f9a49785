// The file that the target compiles itself: the plugin rewrites the others.
