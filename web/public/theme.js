// Runs before the first paint: no other theme flashes, no Login, no question for a park. The page allows no inline script.
const root = document.documentElement
const tellSignal = () => root.toggleAttribute('data-offline', !navigator.onLine)

// The browser's own bars follow the chosen theme.
const paintBars = () => {
  for (const theme of ['light', 'dark'])
    document.getElementById(`bar-${theme}`).media = root.dataset.theme === theme ? 'all' : 'not all'
}

const switchTheme = ({ target }) => {
  if (!target.closest?.('[data-switches-theme]')) return
  const { theme } = root.dataset
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', root.dataset.theme)
  } catch {
    // Storage is closed: it holds for this page.
  }
}

;(() => {
  addEventListener('click', switchTheme)
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-theme'] })
  if (/[?&]park=/.test(location.search)) root.dataset.park = ''
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    // The mark of features/auth/session-store.ts.
    if (localStorage.getItem('walkon.signed-in') !== null) root.dataset.mayBeSignedIn = ''
  } catch {
    // Storage is closed: the system's theme holds.
  }
  tellSignal()
  addEventListener('offline', tellSignal)
  addEventListener('online', () => {
    tellSignal()
    // Lost code is not asked for again. Forms that all wait for it hold no entry.
    const forms = [...document.querySelectorAll('main form')]
    if (forms.length > 0 && forms.every(({ inert }) => inert)) location.reload()
  })
})()
