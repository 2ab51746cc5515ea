/** Load, in a process of its own. In: a message with autocannon's options. Out: what it counted. */
import autocannon from "autocannon";

process.once("message", async (options) => {
  const { requests, non2xx, errors, timeouts } = await autocannon(options);
  process.send({ perSecond: requests.average, failed: non2xx + errors + timeouts });
  process.disconnect();
});
