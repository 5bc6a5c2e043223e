import { Icon } from './icon.tsx'

/** Turns the page to the other theme. `public/theme.js` does it and keeps the choice, so that a tap before this code is loaded counts too. */
export const ThemeToggle = () => (
  <button
    type="button"
    className="icon-btn shrink-0"
    aria-label="Switch between light and dark"
    data-switches-theme
  >
    <Icon name="sun" />
  </button>
)
