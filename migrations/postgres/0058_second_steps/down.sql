DROP TABLE sign_in_tickets;
DROP TABLE second_steps;
