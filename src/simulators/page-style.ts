/** Styles of the hosted pages: no external resources, and a background pattern that marks them as simulated. */
export const pageStyle = `
:root{--ink:#0d1526;--soft:#4b5568;--paper:#fbfaf7;--card:#fff;--line:#d9d8d2;--blue:#1b4dff;--on-blue:#fff;--mark:#ffc531;--mark-ink:#0d1526}
@media (prefers-color-scheme:dark){:root{--ink:#f2f4f8;--soft:#b3bccb;--paper:#0b111e;--card:#141c2d;--line:#33405a;--blue:#8ea8ff;--on-blue:#0b111e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:16px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:24px;overflow-wrap:anywhere}
main::before{content:"";display:block;height:10px;margin:-24px -24px 20px;border-radius:15px 15px 0 0;background:repeating-linear-gradient(115deg,var(--mark) 0 18px,var(--mark-ink) 18px 36px)}
header{display:flex;justify-content:space-between;align-items:center;gap:12px}
p,h1,h2,dl,dd{margin:0}
.name{font-size:20px;font-weight:700}
.badge{background:var(--mark);color:var(--mark-ink);border-radius:999px;padding:2px 12px;font-size:14px;font-weight:600}
.notice{margin:12px 0 20px;color:var(--soft);font-size:15px}
h1{font-size:16px;font-weight:500;color:var(--soft)}
.amount{font-size:clamp(22px,7vw,36px);line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
dl{margin:8px 0 24px;font-size:14px;color:var(--soft)}
dt,dd{display:inline}
dt::after{content:" "}
dd{font-family:ui-monospace,monospace;color:var(--ink)}
h2{font-size:16px;margin-bottom:12px}
h1+form{margin-top:16px}
form{border-top:1px solid var(--line);padding-top:20px;display:grid;gap:8px}
button{font:inherit;text-align:start;min-height:44px;padding:10px 16px;border:1px solid var(--line);border-radius:12px;background:transparent;color:var(--ink);cursor:pointer}
label{display:grid;gap:4px;font-size:14px;color:var(--soft);margin-bottom:8px}
input{font:inherit;font-size:16px;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:12px;background:transparent;color:var(--ink)}
button strong,button span{display:block}
button span{font-size:14px;color:var(--soft)}
button.success{background:var(--blue);border-color:var(--blue);color:var(--on-blue)}
button.success span{color:inherit}
button:hover{border-color:var(--ink)}
.back{display:inline-block;min-height:44px;padding:10px 0;color:var(--blue);font-weight:600}
:focus-visible{outline:3px solid var(--blue);outline-offset:3px}
`
