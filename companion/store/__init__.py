"""What is kept between two evenings: the database, its rows and its migrations."""
