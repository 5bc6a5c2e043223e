/**
 * Keeps React and a browser that translates in step. Translation puts a `<font>` in the place of each text node, while React holds on to
 * the node that was there (facebook/react#11538). React fails to remove it, or to insert beside it. Its changes are not seen, so that a
 * board would show an old wait. Here the `<font>` stands for its text wherever React uses the text, and goes when the text changes.
 * Returns how to stop.
 */
export function followTranslations(): () => void {
  const translations = new WeakMap<Node, Element>()
  const observer = new MutationObserver(read)
  observer.observe(document, { childList: true, subtree: true })

  function read(records: MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling } of records) {
      if (type === 'characterData') show(target)
      const translation = [...addedNodes, previousSibling].find(isTranslation)
      const [text] = removedNodes
      if (!translation || !(text instanceof Text) || text.isConnected) continue
      translations.set(text, translation)
      observer.observe(text, { characterData: true })
    }
  }

  /** The text in place of the translation of what it was before. The browser translates it anew. */
  const show = (text: Node) => {
    const translation = translations.get(text)
    translations.delete(text)
    if (!text.isConnected) translation?.replaceWith(text)
  }

  /** Returns the node that stands in a parent for one that React believes to be there. */
  function inPlaceOf<Child extends Node>(parent: Node, child: Child): Child | Element {
    if (child.parentNode === parent) return child
    read(observer.takeRecords())
    const translation = translations.get(child)
    return translation?.parentNode === parent ? translation : child
  }

  const restore = replaceMethods({
    remove: inPlaceOf,
    before: inPlaceOf,
    // A text that moves leaves no translation behind.
    inserted: (node) => translations.get(node)?.remove(),
  })
  return () => {
    observer.disconnect()
    restore()
  }
}

const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT'

type Replacements = {
  remove: (parent: Node, child: Node) => Node
  before: (parent: Node, child: Node) => Node
  inserted: (node: Node) => void
}

/** Puts the methods by which React changes a page behind ours. Returns how to put them back. */
function replaceMethods({ remove, before, inserted }: Replacements): () => void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      removeChild.call(this, remove(this, child))
      return child
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      const place = next && before(this, next)
      inserted(node)
      return insertBefore.call(this, node, place)
    },
    appendChild(this: Node, node: Node) {
      inserted(node)
      return appendChild.call(this, node)
    },
  })
  return () => void Object.assign(Node.prototype, { removeChild, insertBefore, appendChild })
}
