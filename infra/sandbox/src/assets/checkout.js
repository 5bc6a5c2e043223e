// A page that the browser kept shows the buttons of the past: what has become of the session is asked again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
