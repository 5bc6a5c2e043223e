// The list renews itself when mail arrives; the message that is open stays as it is.

const list = document.getElementById('list')

async function renew() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const renewed = page.getElementById('list')
  if (!renewed || renewed.dataset.newest === list.dataset.newest) return
  list.dataset.newest = renewed.dataset.newest
  const focused = document.activeElement?.closest?.('#list a')?.getAttribute('href')
  list.replaceChildren(...renewed.childNodes)
  showLocalTimes(list)
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus()
}

/** Times come in UTC; here they are the reader's own, as short as they can be. */
function showLocalTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    const instant = new Date(time.dateTime)
    const isToday = instant.toDateString() === new Date().toDateString()
    time.textContent = isToday
      ? instant.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })
      : instant.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
  }
}

showLocalTimes(document)

// Many mails in a moment are one renewal; after a lost connection `ready` catches up.
let pending
function renewSoon() {
  pending ??= setTimeout(() => {
    pending = undefined
    renew().catch(() => undefined)
  }, 150)
}
const stream = new EventSource('/sandbox/inbox/stream')
stream.addEventListener('mail', renewSoon)
stream.addEventListener('ready', renewSoon)
