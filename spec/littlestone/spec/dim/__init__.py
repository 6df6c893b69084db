"""DIM: the closed facts on VC, Littlestone and threshold dimension that the papers lean on."""
