// Runs before the first paint, so that a chosen theme never flashes, no Login to a visitor who may be signed in, and no question
// for a park to a visitor whose link names one. Tells the style sheet whether there is a signal.
// A file of its own: the page allows no inline script. Switches the theme too, so that a tap before the code is loaded counts.
const root = document.documentElement
const tellSignal = () => root.toggleAttribute('data-offline', !navigator.onLine)

// The browser's own bars are of the theme that was chosen, now or on this page later.
const paintBars = () => {
  for (const theme of ['light', 'dark'])
    document.getElementById(`bar-${theme}`).media = root.dataset.theme === theme ? 'all' : 'not all'
}

const switchTheme = ({ target }) => {
  if (!target.closest?.('[data-switches-theme]')) return
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  root.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // It holds for this page at least.
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
    // Storage is closed to us: the system's theme holds.
  }
  tellSignal()
  addEventListener('offline', tellSignal)
  addEventListener('online', () => {
    tellSignal()
    // Code that was lost on its way is not asked for again. Nothing can have been entered into forms that all wait for it.
    const forms = [...document.querySelectorAll('main form')]
    if (forms.length > 0 && forms.every(({ inert }) => inert)) location.reload()
  })
})()
