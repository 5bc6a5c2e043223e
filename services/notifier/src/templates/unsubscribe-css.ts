/** The sheet of the unsubscribe pages, in the colours and typefaces of the web app; the gateway serves those under `/fonts`. */
export const PAGE_CSS = `@font-face { font-family: Archivo; src: url("/fonts/archivo.woff2") format("woff2"); font-weight: 500 850; font-stretch: 62% 125%; font-display: swap; }
@font-face { font-family: "Atkinson Hyperlegible Next"; src: url("/fonts/atkinson-hyperlegible-next.woff2") format("woff2"); font-weight: 400 700; font-display: swap; }
:root {
  color-scheme: light dark;
  --paper: #f5efe2; --sheet: #fdfaf3; --line: #d6ccb6; --line-strong: #7d7665; --ink: #15192d; --ink-2: #4b4f66;
  --go: #0a663a; --action: #4321c4; --action-press: #33179b; --on-action: #fdfaf3;
  --display: Archivo, "Arial Black", "Helvetica Neue", Arial, sans-serif;
  --text: "Atkinson Hyperlegible Next", "Segoe UI", system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0b1027; --sheet: #141b3b; --line: #2b3563; --line-strong: #7c86b4; --ink: #f6f1e4; --ink-2: #b4bad6;
    --go: #55d394; --action: #b9a9ff; --action-press: #d3c8ff; --on-action: #170c47;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1.125rem/1.75rem var(--text); }
.mast { padding: 16px clamp(16px, 4vw, 40px); border-bottom: 1px solid var(--line); }
.mark { display: inline-block; padding-block: 8px; color: var(--ink); font: 800 1.5rem/1.75rem var(--display); font-stretch: 125%; letter-spacing: -0.04em; text-decoration: none; }
.mark span { display: inline-block; width: 18px; height: 18px; background: var(--go); clip-path: polygon(0 6%, 52% 6%, 100% 50%, 52% 94%, 0 94%); }
.ticket { position: relative; max-width: 35rem; margin: clamp(24px, 6vw, 64px) auto 32px; background: var(--sheet); border: 1px solid var(--line-strong); border-radius: 12px; }
.part { display: grid; gap: 16px; justify-items: start; padding: 24px clamp(20px, 4vw, 32px); }
.perf { position: relative; height: 0; margin-inline: 18px; border-top: 2px dashed var(--line-strong); }
.perf::before, .perf::after { content: ""; position: absolute; top: -13px; width: 24px; height: 24px; border: 1px solid var(--line-strong); border-radius: 50%; background: var(--paper); }
.perf::before { left: -31px; clip-path: inset(-1px -1px -1px 12px); }
.perf::after { right: -31px; clip-path: inset(-1px 12px -1px -1px); }
h1 { margin: 0; font: 700 2rem/2.25rem var(--display); font-stretch: 100%; letter-spacing: -0.03em; text-wrap: balance; }
p { margin: 0; overflow-wrap: anywhere; }
form { margin: 0; }
footer { max-width: 35rem; margin: 0 auto 32px; padding-inline: 16px; color: var(--ink-2); font-size: 0.875rem; line-height: 1.25rem; }
a { color: var(--action); }
.button { display: inline-block; min-height: 48px; padding: 14px 28px; border: 0; border-radius: 999px; background: var(--action); color: var(--on-action); font: 700 1rem/1.25rem var(--display); text-decoration: none; cursor: pointer; }
.button:hover { background: var(--action-press); }
.button:active { transform: translateY(1px); }
.quiet { background: transparent; color: var(--action); box-shadow: inset 0 0 0 2px var(--action); }
.quiet:hover { background: transparent; color: var(--action-press); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 3px; }
@media (max-width: 38rem) { .ticket { margin-inline: 16px; } }
`
