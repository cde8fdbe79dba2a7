import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { notifyFailure } from "../../api/refusal";
import { deviceState, turnOff, turnOn } from "./device";

/** The state of this browser, and what turns its notifications on and off. */
export function useDevice() {
  const client = useQueryClient();
  const queryKey = ["device"];
  const query = useQuery({ queryKey, queryFn: deviceState });
  const { mutate, isPending } = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSuccess: (state) => client.setQueryData(queryKey, state),
    onError: (error, isOn) =>
      notifyFailure(
        isOn
          ? t`Couldn't turn on notifications. Try again.`
          : t`Couldn't turn off notifications. Try again.`,
        error,
      ),
  });
  return { query, turn: mutate, isPending };
}
