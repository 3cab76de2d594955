import { Images } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { ErrorNote } from '../components/errors/ErrorNote.tsx'
import { Note } from '../components/Note.tsx'
import { showToast } from '../platform/toasts.ts'
import { Part, Sample } from './Part.tsx'
import { sampleFailure, useSampleWords } from './sample-words.ts'

const nothing = (): void => undefined

/** Messages: of an empty list, of an error, at the edge of the window. */
export function MessageParts() {
  const { act, busy, hint, long, name } = useSampleWords()
  return (
    <>
      <Part name="Note">
        {(['warning', 'info', 'quiet'] as const).map((tone) => (
          <Sample key={tone} state={tone} isWide>
            <Note tone={tone} isSilent onDismiss={nothing} steps={<Button size="small">{act}</Button>}>
              <p>{name}</p>
              <p>{hint}</p>
            </Note>
          </Sample>
        ))}
        <Sample state="long text, buttons below" isWide>
          <Note
            isSilent
            below={
              <>
                <Button size="small">{act}</Button>
                <Button size="small" disabled>
                  {busy}
                </Button>
              </>
            }
          >
            {long}
          </Note>
        </Sample>
      </Part>
      <Part name="ErrorNote">
        <Sample state="with a next step" isWide>
          <ErrorNote
            error={sampleFailure}
            place={{ where: 'answer', hasText: false }}
            on={{ retry: nothing }}
            onDismiss={nothing}
          />
        </Sample>
        <Sample state="with a lead and a link" isWide>
          <ErrorNote
            error={{ ...sampleFailure, code: 'storage_full', gatewayMessage: null }}
            place={{ where: 'answer', hasText: false }}
            lead={long}
            link={`https://gateway.example/${'result'.repeat(40)}`}
          />
        </Sample>
      </Part>
      <Part name="Toast">
        <Sample state="equal ones count up">
          <Button onClick={() => showToast(name)}>{name}</Button>
          <Button onClick={() => showToast(long, { label: act, run: nothing })}>{act}</Button>
        </Sample>
      </Part>
      <Part name="EmptyState">
        <Sample state="with hints and steps" isWide>
          <EmptyState icon={Images} title={name} hints={[hint]}>
            <Button kind="primary">{act}</Button>
            <Button>{act}</Button>
          </EmptyState>
        </Sample>
        <Sample state="long text" isWide>
          <EmptyState title={long} />
        </Sample>
      </Part>
    </>
  )
}
