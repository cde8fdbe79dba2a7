DROP TABLE budgets;
