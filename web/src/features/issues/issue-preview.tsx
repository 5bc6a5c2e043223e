import { toBlocks, type Block, type Inline } from '@walkon/contracts/markdown'

/** An issue as its mail says it. */
export function IssuePreview({ subject, markdown }: { subject: string; markdown: string }) {
  const blocks = toBlocks(markdown)
  return (
    <section
      aria-label="Preview"
      className="grid content-start gap-3 rounded-card border border-line-strong bg-sheet p-4 wrap-anywhere"
    >
      <p className="text-14 text-ink-2">Preview</p>
      <h2 className="text-28! leading-8!">{subject || 'No subject yet'}</h2>
      {blocks.length === 0 && <p className="text-ink-2">Your text shows here.</p>}
      {blocks.map((block, index) => (
        <BlockOf key={index} block={block} />
      ))}
    </section>
  )
}

function BlockOf({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 className="pt-3">
          <Words parts={block.content} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Words parts={block.content} />
        </p>
      )
    case 'list':
      return (
        <ul className="list-disc pl-5">
          {block.items.map((item, index) => (
            <li key={index}>
              <Words parts={item} />
            </li>
          ))}
        </ul>
      )
    default:
      return block satisfies never
  }
}

const Words = ({ parts }: { parts: Inline[] }) =>
  parts.map((part, index) => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'strong':
        return <strong key={index}>{part.text}</strong>
      case 'emphasis':
        return <em key={index}>{part.text}</em>
      case 'link':
        return (
          <a key={index} href={part.url} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        )
      default:
        return part satisfies never
    }
  })
