import { ContextMeter } from '../length/ContextMeter.tsx'
import { useNextSize } from '../length/next-size.ts'
import { InputEstimate } from '../money/InputEstimate.tsx'

/** What the next request sends, and what that costs: both by the same count. */
export function NextRequest() {
  const next = useNextSize()
  return (
    <>
      <ContextMeter next={next} />
      <InputEstimate next={next} />
    </>
  )
}
