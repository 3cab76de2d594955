import { ContextMeter } from '../length/ContextMeter.tsx'
import { useNextSize } from '../length/next-size.ts'
import { InputEstimate } from './InputEstimate.tsx'

/** Size and cost of the next request, both based on the same count. */
export function NextRequest() {
  const next = useNextSize()
  return (
    <>
      <ContextMeter next={next} />
      <InputEstimate next={next} />
    </>
  )
}
