export type ShapeName = 'walk' | 'short' | 'moderate' | 'long' | 'none' | 'closed' | 'down'

/** A painted shape. Each is told apart in black and white, and stands beside a word. */
export function Shape({ name, className = '' }: { name: ShapeName; className?: string }) {
  return <i aria-hidden="true" className={`shape shape--${name} band-${name} ${className}`} />
}
