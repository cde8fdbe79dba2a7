DROP TABLE image_references;
DROP TABLE image_data;
DROP TABLE images;
