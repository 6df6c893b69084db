"""Questions about the parameters of classes, and answers with their strength and the class that shows them."""
