import type { CSSProperties } from 'react'

const POINTS = '12 2 15 9 22.5 9.6 16.8 14.5 18.6 22 12 18 5.4 22 7.2 14.5 1.5 9.6 9 9'

/** Five painted stars, filled up to the average. The figure stands beside them in words. */
export function Stars({ average, size = 16 }: { average: number; size?: number }) {
  return (
    <span
      aria-hidden="true"
      className="relative inline-block flex-none"
      style={{ width: size * 5, height: size }}
    >
      <Row className="text-line-strong" size={size} />
      <span
        className="absolute inset-y-0 left-0 overflow-hidden text-ink"
        style={{ '--filled': `${average * 20}%`, width: 'var(--filled)' } as CSSProperties}
      >
        <Row size={size} />
      </span>
    </span>
  )
}

function Row({ size, className = '' }: { size: number; className?: string }) {
  return (
    <svg width={size * 5} height={size} viewBox="0 0 120 24" className={`block max-w-none ${className}`}>
      {[0, 1, 2, 3, 4].map((at) => (
        <polygon key={at} points={POINTS} transform={`translate(${at * 24})`} fill="currentColor" />
      ))}
    </svg>
  )
}

/** One star, empty or filled. */
export const Star = ({ isFilled }: { isFilled: boolean }) => (
  <svg aria-hidden="true" width="32" height="32" viewBox="0 0 24 24">
    <polygon
      points={POINTS}
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  </svg>
)
