// The spelling of every enumeration, in one place: what files and messages say.
