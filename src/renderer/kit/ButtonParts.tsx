import { Pause, Pencil, Star } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Part, Sample } from './Part.tsx'
import { useSampleWords } from './sample-words.ts'

/** Buttons of each kind and size. */
export function ButtonParts() {
  const words = useSampleWords()
  return (
    <>
      <Part name="Button">
        {(['primary', 'quiet', 'danger', 'chip', 'link', 'row'] as const).map((kind) => (
          <Sample key={kind} state={kind}>
            <Button kind={kind}>{words.act}</Button>
            <Button kind={kind} disabled>
              {words.busy}
            </Button>
          </Sample>
        ))}
        <Sample state="small">
          <Button kind="primary" size="small">
            {words.act}
          </Button>
          <Button size="small">{words.act}</Button>
          <Button size="small" disabled>
            {words.busy}
          </Button>
        </Sample>
        <Sample state="with an icon">
          <Button>
            <Pencil size={15} aria-hidden="true" />
            {words.act}
          </Button>
        </Sample>
        <Sample state="chip, pressed">
          <Button kind="chip" aria-pressed="true">
            {words.name}
          </Button>
        </Sample>
        <Sample state="wide" isWide>
          <Button kind="primary" size="wide">
            {words.act}
          </Button>
        </Sample>
      </Part>
      <Part name="IconButton">
        <Sample state="regular, disabled">
          <IconButton icon={Star} words={words.name} />
          <IconButton icon={Star} words={words.name} disabled />
        </Sample>
        <Sample state="small, disabled">
          <IconButton icon={Pause} words={words.name} size="small" iconSize={15} />
          <IconButton icon={Pause} words={words.name} size="small" iconSize={15} disabled />
        </Sample>
      </Part>
    </>
  )
}
