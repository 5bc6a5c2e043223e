/**
 * Changes a page as a translating browser does. It replaces text nodes by `<font>` elements, and goes on as text appears. Returns how to
 * stop.
 */
export function translatePage(): () => void {
  wrapAll(document.body)
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData' && target.isConnected) wrap(target as Text)
      for (const node of addedNodes) {
        if (node instanceof Text) wrap(node)
        else if (node.nodeName !== 'FONT') wrapAll(node)
      }
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return () => observer.disconnect()
}

function wrapAll(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  found.forEach(wrap)
}

const LEFT_ALONE = 'font, script, style, svg, textarea, option, [translate=no]'

function wrap(text: Text): void {
  const parent = text.parentElement
  if (!parent || !/[a-z]/i.test(text.data) || parent.closest(LEFT_ALONE)) return
  const outer = document.createElement('font')
  const inner = document.createElement('font')
  inner.textContent = text.data
  outer.append(inner)
  parent.replaceChild(outer, text)
}
