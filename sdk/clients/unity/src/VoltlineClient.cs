using System;
using System.Collections.Generic;

namespace Voltline
{
    /// <summary>One game's connection to Voltline. Call it from one thread, Unity's own.</summary>
    public sealed class VoltlineClient
    {
        public const string Impression = "IMPRESSION";
        public const string Watch = "WATCH";
        private const string Network = "NETWORK";

        private readonly string server;
        private readonly string apiKey;
        private readonly string deviceId;
        private readonly string platform;
        private readonly IVoltlineTransport transport;
        private readonly HashSet<string> reported = new HashSet<string>();

        /// <param name="deviceId">Your choice: up to 64 printable ASCII characters, the same at every start.</param>
        /// <param name="platform">AOS or IOS: the store that the game comes from.</param>
        public VoltlineClient(string server, string apiKey, string deviceId, string platform, IVoltlineTransport transport)
        {
            this.server = server.TrimEnd('/');
            this.apiKey = apiKey;
            this.deviceId = deviceId;
            this.platform = platform;
            this.transport = transport;
        }

        /// <summary>Reports that the game was opened; call it once per start. Country and version may be null.</summary>
        public void Session(string country, string appVersion, Action<Answer<bool>> done)
        {
            string body = VoltlineJson.Write(
                "deviceID", deviceId, "platform", platform, "country", country, "appVersion", appVersion);
            Ask("/sdk/v1/session", body, answer => true, done);
        }

        /// <summary>Requests an ad for one unit. AD_NOTFOUND means that no ad is available now.</summary>
        public void RequestAd(long medId, string country, bool test, Action<Answer<Ad>> done)
        {
            string body = VoltlineJson.Write(
                "medID", medId, "deviceID", deviceId, "country", country, "test", test ? (object)true : null);
            Ask("/sdk/v1/ad", body, ToAd, done);
        }

        /// <summary>
        /// Reports Impression when the ad is on screen and Watch at its end. The same report is sent once; after
        /// NETWORK it may be sent again safely. The value is the earned reward, or null.
        /// </summary>
        public void Report(Ad ad, string action, Action<Answer<Reward>> done)
        {
            string id = action + ad.Token;
            if (!reported.Add(id))
            {
                done(new Answer<Reward>("SUCCESS", null));
                return;
            }
            string body = VoltlineJson.Write("token", ad.Token, "action", action, "deviceID", deviceId);
            Ask("/sdk/v1/event", body, answer => ToReward(answer), answer =>
            {
                if (answer.Code == Network) reported.Remove(id);
                done(answer);
            });
        }

        /// <summary>Claims an app reward: once a day per device and key, then ONLY_ONCEDAY.</summary>
        public void AppReward(string rewardKey, Action<Answer<Reward>> done)
        {
            string body = VoltlineJson.Write("deviceID", deviceId, "rewardKey", rewardKey);
            Ask("/sdk/v1/app-reward", body, answer => ToReward(answer), done);
        }

        /// <summary>The volts that this device has earned in this game; one volt is one won.</summary>
        public void Volts(Action<Answer<double>> done)
        {
            string path = "/sdk/v1/user?deviceID=" + Uri.EscapeDataString(deviceId);
            Ask(path, null, answer => Number(answer, "volts"), done);
        }

        private void Ask<T>(string path, string body, Func<Dictionary<string, object>, T> read, Action<Answer<T>> done)
        {
            transport.Send(server + path, apiKey, body, (status, text) => done(Understand(status, text, read)));
        }

        private static Answer<T> Understand<T>(int status, string text, Func<Dictionary<string, object>, T> read)
        {
            if (status == 0 || status >= 500) return new Answer<T>(Network, default(T));
            try
            {
                Dictionary<string, object> answer = VoltlineJson.ReadObject(text);
                string code = Text(answer, "error");
                bool good = code == "SUCCESS" || code == "ADSERVER_TEST";
                return new Answer<T>(code, good ? read(answer) : default(T));
            }
            catch (FormatException)
            {
                return new Answer<T>(Network, default(T));
            }
        }

        private static Ad ToAd(Dictionary<string, object> answer)
        {
            Dictionary<string, object> from = Member(answer, "ad");
            if (from == null) throw new FormatException("no ad");
            var ad = new Ad
            {
                Token = Text(from, "token"),
                AdId = Whole(from, "proID"),
                Product = Text(from, "product"),
                Name = Text(from, "name"),
                ClickUrl = Text(from, "clickURL"),
                Reward = ToReward(from),
                ExpiresInSeconds = Whole(from, "expiresIn"),
                IsTest = Text(answer, "error") == "ADSERVER_TEST",
            };
            object materials;
            if (from.TryGetValue("materials", out materials) && materials is List<object>)
                foreach (object material in (List<object>)materials) ad.Materials.Add(Convert.ToString(material));
            return ad;
        }

        private static Reward ToReward(Dictionary<string, object> answer)
        {
            Dictionary<string, object> from = Member(answer, "reward");
            if (from == null) return null;
            string receipt = Text(from, "receipt");
            return new Reward
            {
                Name = Text(from, "name"),
                Count = Whole(from, "count"),
                Receipt = receipt == "" ? null : receipt,
            };
        }

        private static Dictionary<string, object> Member(Dictionary<string, object> from, string key)
        {
            object value;
            return from.TryGetValue(key, out value) ? value as Dictionary<string, object> : null;
        }

        private static string Text(Dictionary<string, object> from, string key)
        {
            object value;
            return from.TryGetValue(key, out value) && value is string ? (string)value : "";
        }

        private static double Number(Dictionary<string, object> from, string key)
        {
            object value;
            return from.TryGetValue(key, out value) && value is double ? (double)value : 0;
        }

        private static long Whole(Dictionary<string, object> from, string key)
        {
            return (long)Number(from, key);
        }
    }
}
