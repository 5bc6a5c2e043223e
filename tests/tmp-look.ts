import { launchBrowser } from './support/browser.ts'
const base='http://127.0.0.1:8391'
const b=await launchBrowser()
for (const path of ['/','/?park=1c84a229-8862-4648-9c71-378ddd2c7693','/live-wait-times','/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9','/how-it-works','/faq','/parks','/pricing','/about','/contact','/careers','/terms','/privacy','/confirm-alerts','/manage-alerts','/auth','/auth?tab=sign-up','/auth/forgot','/auth/confirm','/auth/reset','/account','/nowhere']) {
  for (const width of [390, 1280]) {
  const c=await b.newContext({viewport:{width,height:844}})
  const p=await c.newPage()
  const msgs:string[]=[]
  p.on('console',m=>msgs.push(m.text())); p.on('pageerror',e=>msgs.push('PE '+e.message))
  await p.addInitScript(`window.__cls=0;window.__src=[];new PerformanceObserver(l=>{for(const e of l.getEntries())if(!e.hadRecentInput){window.__cls+=e.value;window.__src.push(e.value.toFixed(4)+' '+e.sources.map(s=>(s.node?.className||s.node?.nodeName||'?')+' '+s.previousRect.y+'->'+s.currentRect.y+' h'+s.previousRect.height+'->'+s.currentRect.height).join(' | '))}}).observe({type:'layout-shift',buffered:true})`)
  await p.goto(base+path); await p.waitForTimeout(1500)
  const cls=await p.evaluate('window.__cls') as number
  console.log(path,width,'cls',cls.toFixed(4),msgs.join(' // '), cls>0.002? await p.evaluate('window.__src.join("\\n    ")'):'')
  await c.close()
  }
}
await b.close()
