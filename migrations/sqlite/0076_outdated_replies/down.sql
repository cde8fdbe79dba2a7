DROP INDEX replies_by_renderer;
