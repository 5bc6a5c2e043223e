/* global SwaggerUIBundle */

/** Shows the document that the page names. Nothing can be sent from here: these are real visitors' data. */
const viewer = document.getElementById('viewer')
const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)

followTheme()
dark.addEventListener('change', followTheme)

SwaggerUIBundle({
  url: viewer.dataset.document,
  domNode: viewer,
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: [],
  // Without requests there is nothing to authorize.
  plugins: [{ wrapComponents: { authorizeBtn: () => () => null } }],
})
