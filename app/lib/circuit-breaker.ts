/** Refused without a try: a call to the service has timed out, and another one is testing it now. */
export class SilentServiceError extends Error {
  constructor() {
    super("The service does not answer.");
  }
}

type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Saves callers from waiting for services that do not answer. Once a call has timed out, one call at a time tests
 * whether the service answers again, and all others are refused at once, so that a silent service takes only one of a
 * worker's slots. Any answer, even an error, lets all calls pass again.
 *
 * @param isSilence whether an error means that a call has timed out
 * @returns the breaker of each service, by its address
 */
export function createBreakers(isSilence: (error: unknown) => boolean): (address: string) => Breaker {
  const breakers = new Map<string, Breaker>();
  return (address) => {
    const breaker = breakers.get(address) ?? createBreaker(isSilence);
    breakers.set(address, breaker);
    return breaker;
  };
}

function createBreaker(isSilence: (error: unknown) => boolean): Breaker {
  let isSilent = false;
  let isBeingTried = false;
  return async (call) => {
    if (isSilent && isBeingTried) throw new SilentServiceError();
    const isTrial = isSilent;
    if (isTrial) isBeingTried = true;
    try {
      const answer = await call();
      isSilent = false;
      return answer;
    } catch (error) {
      isSilent = isSilence(error);
      throw error;
    } finally {
      if (isTrial) isBeingTried = false;
    }
  };
}
