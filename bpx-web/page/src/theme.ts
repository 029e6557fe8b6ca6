/** Dark or light: as the system has it, unless the user chooses. */

const KEY = "bpx-theme";

/** Applies the choice, and changes it by a button. */
export function theme(button: HTMLElement): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const stored = (): string | null => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const apply = (): void => {
    const chosen = stored() ?? (dark.matches ? "dark" : "light");
    document.documentElement.dataset["theme"] = chosen;
    button.textContent = chosen === "dark" ? "Light theme" : "Dark theme";
  };
  button.addEventListener("click", () => {
    const next = document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage, the choice holds until the page is left.
    }
    apply();
    document.documentElement.dataset["theme"] = next;
    button.textContent = next === "dark" ? "Light theme" : "Dark theme";
  });
  dark.addEventListener("change", apply);
  apply();
}
