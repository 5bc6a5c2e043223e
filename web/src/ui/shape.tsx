import type { CSSProperties } from 'react'

export type ShapeName = 'walk' | 'short' | 'moderate' | 'long' | 'none' | 'closed' | 'down'

type ShapeProps = { name: ShapeName; className?: string; style?: CSSProperties }

/** A painted shape. Each is told apart in black and white, and stands beside a word. */
export function Shape({ name, className = '', style }: ShapeProps) {
  return <i aria-hidden="true" className={`shape shape--${name} band-${name} ${className}`} style={style} />
}
