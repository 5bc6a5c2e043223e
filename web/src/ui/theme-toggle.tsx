import { Icon } from './icon.tsx'

/** Turns the page to the other theme and remembers it; until then the system's choice holds. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="icon-btn shrink-0"
      aria-label="Switch between light and dark"
      onClick={switchTheme}
    >
      <Icon name="sun" />
    </button>
  )
}

function switchTheme(): void {
  const root = document.documentElement
  const chosen = root.dataset['theme']
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const theme = isDark ? 'light' : 'dark'
  root.dataset['theme'] = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // It holds for this page at least.
  }
}
