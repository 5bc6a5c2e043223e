/** What we use of autocannon, which brings no types. */
declare module 'autocannon' {
  type Options = {
    url: string
    connections?: number
    duration?: number
    amount?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p99: number }
    errors: number
    non2xx: number
  }
  function autocannon(options: Options): Promise<Result>
  export default autocannon
}
