DROP INDEX posts_held;
