DROP INDEX posts_by_renderer;
