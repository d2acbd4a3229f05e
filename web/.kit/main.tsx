import '../src/ui/styles.ts'
import '../src/app/app.css'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Outlet } from 'react-router'
import { startI18n, useI18n } from '../src/i18n/i18n.ts'
import { Button } from '../src/ui/button.tsx'
import { Chart } from '../src/ui/chart.tsx'
import { DateRange } from '../src/ui/date-range.tsx'
import { askConfirm } from '../src/ui/dialogs.tsx'
import { MoneyField, MultiSelectField, SelectField, Switch, TextField, TextAreaField } from '../src/ui/fields.tsx'
import { Overlay, OverlaySection } from '../src/ui/overlay.tsx'
import { PageHead } from '../src/ui/page.tsx'
import { Pager } from '../src/ui/pager.tsx'
import { Banner, Card, Chip, Copyable, Empty, Hint, NotLoaded, PhoneFrame, Segment } from '../src/ui/parts.tsx'
import { DataTable, SubRow } from '../src/ui/table.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from '../src/ui/theme.ts'
import { showToast } from '../src/ui/toast.tsx'
import { Upload, useUploads } from '../src/ui/upload.tsx'
import { Wizard } from '../src/ui/wizard.tsx'
const rows=[{id:1,name:'Red gate strip',status:'In progress',cost:2140},{id:2,name:'Roof tiles, 15 s',status:'Stopped',cost:12},{id:3,name:'Builder’s yard install, a very long name that goes on',status:'Complete',cost:2264}]
function Kit(){
 const {money,number}=useI18n(); const [v,setV]=useState('a'); const [ov,setOv]=useState(''); const [loading,setLoading]=useState(false)
 const up=useUploads({types:['image/png'],bytesMax:5000,filesMax:2,send:async(f,on)=>{on(f.size/2);await new Promise(r=>setTimeout(r,300));return f.name}})
 const [step,setStep]=useState(1)
 return <div className="content" style={{margin:'0 auto'}}>
  <PageHead title="Ads" facts="13 ads in this campaign" actions={<><Button onClick={()=>setLoading(!loading)}>Load</Button><Button kind="primary">New ad</Button></>}/>
  <div className="row"><Button kind="primary">Primary</Button><Button>Outline</Button><Button kind="quiet">Quiet</Button><Button kind="danger" onClick={()=>void askConfirm({title:'Delete “x”?',effect:'It cannot be undone.',verb:'Delete',danger:true})}>Delete</Button><Button disabledBecause="Nothing changed">Disabled</Button><Button kind="text">Text</Button><Button pending kind="primary">Pending</Button><Button onClick={()=>showToast('Ad started')}>Toast</Button><Button onClick={()=>setOv('side')}>Overlay</Button><Button onClick={()=>setOv('wizard')}>Wizard</Button></div>
  <div className="row"><Chip tone="ok">In progress</Chip><Chip>Stopped</Chip><Chip tone="line">Winning</Chip><Chip tone="warn">Day limit reached</Chip><Chip tone="bad">Rejected</Chip><Chip tone="volt">1.20 volts</Chip><Hint name="eCPM" text="Revenue per 1,000 impressions"/><Copyable value="VL-123-key" label="API key"/><Switch on label="Stop Red gate" onToggle={()=>{}} beside="On"/><Switch on={false} label="Start Red gate" onToggle={()=>{}} beside="Off"/></div>
  <Banner to="/x" go="Apply">You can apply for payment now</Banner><Banner tone="warn">Cash lasts about 9 days</Banner>
  <Card pad="form"><div className="form"><div className="form-grid"><MoneyField label="Budget" required hint="100,000 to 2,000,000,000" value={100000}/><MoneyField label="Day limit" required error="Minimum value 100,000" value={99999}/><TextField label="Type" disabled value="Android" hint="Cannot be changed"/><SelectField label="Platform" data={['All','Android']} value="All"/><MultiSelectField label="Countries" data={['Korea','Japan','Global']} defaultValue={['Korea','Japan']}/><TextAreaField label="Comment"/></div></div><Upload label="Picture" required uploads={up} types={['image/png']} hint="PNG, at most 5,000 bytes" multiple/></Card>
  <DateRange value={{start:'2026-10-28',end:'2026-11-03'}} today={'2026-11-03' as never} onSearch={(r)=>console.log('search',JSON.stringify(r))}/>
  <Card pad="none"><DataTable label="Ads" columns={[{key:'i',head:'',cell:()=><span className="status-icon status-icon-ok">▶</span>,card:'lead'},{key:'s',head:'Status',cell:(r)=><span className="tone-ok">{r.status}</span>,card:'state'},{key:'n',head:'Ad name',cell:(r)=>r.name,name:true},{key:'p',head:'Platform',cell:()=>'Android',card:'left'},{key:'c',head:'Average cost, KRW',cell:(r)=>number(r.cost),align:'right',card:'right'},{key:'w',head:'Start / stop',cell:(r)=><Switch on label={'Stop '+r.name} onToggle={()=>{}}/>,align:'right',card:'act'}]} rows={loading?undefined:rows} rowKey={(r)=>r.id} rowLink={(r)=>'/x/'+r.id} foot={<Pager page={12} rowCount={213} onPage={()=>{}}/>}/></Card>
  <Card pad="none"><DataTable label="Daily" columns={[{key:'d',head:'Day, app, unit',cell:(r)=>r.name,name:true},{key:'r',head:'Revenue, KRW',cell:(r)=>number(r.cost),align:'right'},{key:'e',head:'eCPM',cell:(r)=>number(r.cost*2),align:'right'}]} rows={rows} rowKey={(r)=>r.id} subRows={()=><><SubRow level={1} open onToggle={()=>{}} cells={{d:'Nabi Weather',r:'33,710',e:'1'}}/><SubRow level={2} cells={{d:'Morning banner',r:'9,846',e:'2'}}/></>} total={{d:'Total of 7 days',r:number(4416),e:'3'}}/></Card>
  <Card pad="none"><Chart title="eCPM by day, KRW" format={(x)=>money(x)} picker={<Segment label="Metric" value={v} onChange={setV} options={[{value:'a',label:'Revenue'},{value:'b',label:'eCPM'}]}/>} series={[{key:'a',label:'eCPM',kind:v==='a'?'area':'bar'}]} points={['28','29','30','31'].map((d,i)=>({at:'2026-10-'+d,values:{a:4000+i*200},soFar:i===3}))}/></Card>
  <div className="row"><Card><Empty icon="x" title="No ads yet" text="Make the first one in about five minutes." action={<Button kind="primary">New ad</Button>}/></Card><Card><NotLoaded onRetry={()=>{}}/></Card></div>
  <PhoneFrame label="Preview"><div style={{background:'#234',flex:1}}/></PhoneFrame>
  {ov==='side'?<Overlay title="Lantern night, full screen" facts={<>In Hanok · ID <Copyable value="1042" label="ID"/></>} actions={<Chip tone="line">Winning</Chip>} onClose={()=>setOv('')} foot={<><span className="quiet">Nothing changed</span><Button kind="quiet">Close</Button><Button kind="primary" disabledBecause="Nothing changed">Modify</Button></>}><Banner tone="warn">This ad is in progress. Stop it to change it.</Banner><OverlaySection><dl className="facts"><div><dt>Product</dt><dd>Interstitial</dd></div><div><dt>Registered</dt><dd>2026-10-12 09:41</dd></div></dl></OverlaySection><OverlaySection title="Limits"><MoneyField label="Day limit" value={300000}/></OverlaySection></Overlay>:null}
  {ov==='wizard'?<Wizard title="New ad" facts="in Hanok Tycoon" steps={[{title:'Product',note:'Interstitial'},{title:'Billing type'},{title:'Additional info',note:'Video only',skipped:true},{title:'Schedule'}]} current={step} finish="Create" lead="What people will see." onPrevious={()=>setStep(0)} onNext={()=>setStep(3)} onClose={()=>setOv('')} aside={<PhoneFrame label="p"><div/></PhoneFrame>}><TextField label="Name" required value="x"/></Wizard>:null}
  <Outlet/></div>
}
await startI18n()
createRoot(document.getElementById('root') as HTMLElement).render(<MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto"><BrowserRouter><ModalsProvider><Kit/></ModalsProvider></BrowserRouter><Notifications position="bottom-center"/></MantineProvider>)
