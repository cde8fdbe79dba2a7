import { useEffect, useState } from "react";
import { useLocation, type Location } from "react-router";
import { tabStorage } from "../storage";

/**
 * The key of a history entry. The first entry of a tab always has React Router's key "default", so its address
 * stands for it.
 */
export function entryKey({ key, pathname, search, hash }: Location): string {
  return key === "default" ? pathname + search + hash : key;
}

/** A switch that belongs to the history entry: Back shows it as the reader left it. */
export function useEntrySwitch(name: string): [boolean, (isOn: boolean) => void] {
  const key = `entry:${entryKey(useLocation())}:${name}`;
  const [isOn, setOn] = useState(() => tabStorage.get(key) !== null);
  useEffect(() => {
    if (isOn) tabStorage.set(key, "1");
    else tabStorage.remove(key);
  }, [key, isOn]);
  return [isOn, setOn];
}
