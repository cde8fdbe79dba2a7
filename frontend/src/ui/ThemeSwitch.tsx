import { Button } from "./Button";
import { useTheme } from "./theme";

export function ThemeSwitch() {
  const [theme, toggle] = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <Button
      variant="ghost"
      icon={theme === "dark" ? "sun" : "moon"}
      aria-label={`Switch to the ${other} theme`}
      onClick={toggle}
    />
  );
}
