import { createPatientFetch } from '../../src/main/browser/patient-fetch.ts'
import { createGatewayFetch } from '../../src/main/electron/gateway-fetch.ts'
import type { Fetch } from '../../src/main/platform.ts'
import { ElectronNet } from './electron-net.ts'

/** Whose network a test runs over: `npm run unit` runs those that meet one twice (vitest.config.ts). */
export const networkUnderTest: 'node' | 'electron' = process.env.TEST_NETWORK === 'electron' ? 'electron' : 'node'

/** Electron's network of this test file; nothing asks it where Node's is under test. */
export const electronNet = new ElectronNet()

/** The fetch of the shell under test, as the shell makes it. */
export const testedFetch: Fetch =
  networkUnderTest === 'node'
    ? createPatientFetch()
    : createGatewayFetch({
        open: (partition) => electronNet.fromPartition(partition),
        request: (options) => electronNet.request(options),
      })
