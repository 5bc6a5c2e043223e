const SUPPORT = 'support@walkon.example'

/** Our address, to be read as well as pressed. */
export function SupportLink() {
  return <a href={`mailto:${SUPPORT}`}>{SUPPORT}</a>
}
